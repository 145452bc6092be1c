import { defused } from '#core/defused.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';

/** The content of a message, independent of its format. */
export interface MessageContent {
  readonly subject: string;
  /** The pool of the reader, if there is one. */
  readonly poolName: string | null;
  /** The address of the league, shown at the foot. */
  readonly site: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly text: string; readonly url: string };
  /** A second thing to do, and what to know about it. */
  readonly more?: { readonly text: string; readonly url: string; readonly note: string };
  /** What to do if the message was not expected. */
  readonly foot: string;
  /** Where to turn such messages off, for those that are not requested. */
  readonly footLink?: { readonly text: string; readonly url: string };
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DISPLAY = "'Oswald','Arial Narrow',Impact,Arial,sans-serif";

/** A message as plain text. */
export function renderText(content: MessageContent): string {
  const { poolName, site, heading, paragraphs, button, more, foot, footLink } = content;
  return [
    poolName === null ? "Pick'em" : `Pick'em · ${defused('mail', poolName)}`,
    defused('mail', heading),
    ...paragraphs,
    `${button.text}:\n${button.url}`,
    ...(more ? [`${more.text}:\n${more.url}`, more.note] : []),
    foot,
    ...(footLink ? [`${footLink.text}:\n${footLink.url}`] : []),
    `--\nPick'em. Where champions are made!\n${site}`,
  ].join('\n\n');
}

/** A message as HTML: tables and inline styles, as mail programs require, and no images. */
export function renderHtml(content: MessageContent): string {
  const { subject, poolName, site, heading, paragraphs, button, more, foot, footLink } = content;
  const pool =
    poolName === null
      ? ''
      : row(`<p style="${style.pool}">${escapeHtml(defused('mail', poolName))}</p>`, 'padding:2px 32px 0');
  const url = escapeHtml(button.url);
  const second = more
    ? `${row(`<p style="${style.text}"><a href="${escapeHtml(more.url)}" style="${style.link}">${escapeHtml(more.text)}</a></p>`, 'padding:24px 32px 0')}
${row(`<p style="${style.small}">${escapeHtml(more.note)}</p>`, 'padding:6px 32px 0')}\n`
    : '';
  const off = footLink
    ? `<br><a href="${escapeHtml(footLink.url)}" style="${style.link}">${escapeHtml(footLink.text)}</a>`
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3ead6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3ead6">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${style.card}">
<tr><td style="${style.board}">
<p style="${style.wordmark}">Pick<span style="color:#ffc24a">'</span>em</p>
<p style="${style.motto}">Where champions are made!</p>
</td></tr>
<tr><td style="height:6px;line-height:6px;font-size:0;background:#0f7d47">&nbsp;</td></tr>
${row(`<h1 style="${style.heading}">${escapeHtml(defused('mail', heading))}</h1>`, 'padding:32px 32px 0')}
${pool}
${paragraphs.map((text) => row(`<p style="${style.text}">${escapeHtml(text)}</p>`, 'padding:14px 32px 0')).join('\n')}
${row(`<a href="${url}" style="${style.button}">${escapeHtml(button.text)}</a>`, 'padding:26px 32px 0')}
${row(`<p style="${style.small}">Or copy this address into your browser:<br><a href="${url}" style="${style.link}">${url}</a></p>`, 'padding:24px 32px 0')}
${second}${row(`<p style="${style.small}">${escapeHtml(foot)}${off}</p>`, 'padding:16px 32px 32px')}
</table>
<p style="${style.site}"><a href="${escapeHtml(site)}" style="color:#465069">${escapeHtml(site)}</a></p>
</td></tr>
</table>
</body>
</html>
`;
}

const style = {
  card: 'max-width:560px;background:#fffdf8;border:1px solid #e2d8c0;border-radius:14px;border-collapse:separate;overflow:hidden',
  board: 'background:#15213b;padding:26px 32px 22px',
  wordmark: `margin:0;font:700 34px/1.1 ${DISPLAY};letter-spacing:-0.5px;color:#f4ead2`,
  motto: `margin:4px 0 0;font:400 14px/1.4 ${FONT};color:#a9b4cc`,
  heading: `margin:0;font:700 24px/1.25 ${DISPLAY};color:#14203a`,
  pool: `margin:0;font:600 14px/1.5 ${FONT};color:#0a6a3b`,
  text: `margin:0;font:400 16px/1.55 ${FONT};color:#14203a;word-break:break-word`,
  button: `display:inline-block;background:#0f7d47;color:#ffffff;font:600 17px/1 ${FONT};text-decoration:none;padding:16px 28px;border-radius:10px`,
  small: `margin:0;font:400 13px/1.55 ${FONT};color:#465069`,
  link: 'color:#1c5bb8;word-break:break-all',
  site: `margin:18px 0 0;font:400 12px/1.5 ${FONT};color:#465069`,
} as const;

function row(content: string, padding: string): string {
  return `<tr><td style="${padding}">${content}</td></tr>`;
}
