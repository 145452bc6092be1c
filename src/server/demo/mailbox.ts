import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '#server/escape-html.ts';
import { sendFailure } from '#server/http/errors.ts';
import type { Deps } from '../deps.ts';
import type { DemoMail } from '../store/demo-mails.ts';
import { findKeptMail, keptMails } from '../store/demo-mails.ts';

/** Where people read what the demo kept instead of sending it. */
export const MAILBOX_PATH = '/outbox';

/** A mail brings its own styles; nothing in it runs, and nothing is loaded. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Else browsers ask for one. */
const NO_ICON = '<link rel="icon" href="data:,">';

/** What the demo would have sent; only the demo has these pages, and it answers on this machine only. */
export function addMailbox(app: FastifyInstance, deps: Deps): void {
  const { db } = deps.store;
  const page = (url: string, handler: (id: string, reply: FastifyReply) => Promise<FastifyReply>) =>
    app.route<{ Params: { id?: string } }>({
      method: 'GET',
      url,
      schema: { hide: true },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store').header('content-security-policy', MAIL_POLICY);
        return handler(request.params.id ?? '', reply);
      },
    });

  page(MAILBOX_PATH, async (_id, reply) => sendHtml(reply, listOf(await keptMails(db))));
  page(`${MAILBOX_PATH}/:id`, async (id, reply) => {
    const mail = await findKeptMail(db, id);
    return mail
      ? sendHtml(reply, mail.html.replace('</head>', `${NO_ICON}</head>`))
      : sendFailure(reply, { failure: 'route_not_found' });
  });
  page(`${MAILBOX_PATH}/:id/text`, async (id, reply) => {
    const mail = await findKeptMail(db, id);
    if (!mail) return sendFailure(reply, { failure: 'route_not_found' });
    return reply.type('text/plain; charset=utf-8').send(mail.text);
  });
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html);
}

function listOf(mails: readonly DemoMail[]): string {
  const items = mails.map(
    ({ id, sent_at, recipient, subject }) => `<li>
<a href="${MAILBOX_PATH}/${id}">${escapeHtml(subject)}</a>
<p>to ${escapeHtml(recipient)}, <time>${new Date(sent_at).toISOString().slice(0, 16).replace('T', ' ')}</time> UTC,
<a href="${MAILBOX_PATH}/${id}/text">as text<span> of ${escapeHtml(subject)}</span></a></p>
</li>`,
  );
  const list = items.length > 0 ? `<ol>\n${items.join('\n')}\n</ol>` : '<p>Nothing yet.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Pick'em</title>
${NO_ICON}
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>The demo sends no email and calls no webhooks: what they would say ends up here, newest first. So does a copy of each push message.</p>
${list}
<p><a href="/">Back to Pick'em</a></p>
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
li { padding: 0.9rem 1rem; border-radius: 0.75rem; background: light-dark(#fffdf8, #0f1929); overflow-wrap: anywhere;
  border: 1px solid light-dark(#e2d8c0, #22304a); }
li > a { font-weight: 600; font-size: 1.125rem; }
li p { margin: 0.25rem 0 0; color: light-dark(#465069, #a9b8d0); }
li p span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
a { color: light-dark(#1c5bb8, #72b4ff); }
`;
