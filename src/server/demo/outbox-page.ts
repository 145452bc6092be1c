import { escapeHtml } from '#server/escape-html.ts';

/** Without an icon in the page browsers ask for one. */
export const NO_ICON = '<link rel="icon" href="data:,">';

/** A page of the outbox. @param main as HTML */
export function outboxPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Pick'em</title>
${NO_ICON}
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${main}
</main>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; background: light-dark(#f8f3e8, #050a13); color: light-dark(#14203a, #eef3fc);
  font: 400 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem; }
ol { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: 0.75rem; }
li, pre { padding: 0.9rem 1rem; border-radius: 0.75rem; background: light-dark(#fffdf8, #0f1929); overflow-wrap: anywhere;
  border: 1px solid light-dark(#e2d8c0, #22304a); }
pre { white-space: pre-wrap; }
li > a { font-weight: 600; font-size: 1.125rem; }
li p { margin: 0.25rem 0 0; color: light-dark(#465069, #a9b8d0); }
li p span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
a { color: light-dark(#1c5bb8, #72b4ff); }
`;
