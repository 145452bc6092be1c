import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { escapeHtml } from '../mail/escape.ts';
import type { DemoMail } from '../store/demo-mails.ts';
import { findKeptMail, keptMails } from '../store/demo-mails.ts';
import { sendFailure } from './errors.ts';

/** Where the mails of the demo are read. */
export const OUTBOX_PATH = '/outbox';

/** A mail brings its own styles; nothing in it runs, and nothing is loaded. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The mails that the demo would have sent; only the demo has these pages, and it answers on this machine only. */
export function addOutbox(app: FastifyInstance, deps: Deps): void {
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

  page(OUTBOX_PATH, async (_id, reply) => sendHtml(reply, listOf(await keptMails(db))));
  page(`${OUTBOX_PATH}/:id`, async (id, reply) => {
    const mail = await findKeptMail(db, id);
    return mail ? sendHtml(reply, mail.html) : sendFailure(reply, { failure: 'route_not_found' });
  });
  page(`${OUTBOX_PATH}/:id/text`, async (id, reply) => {
    const mail = await findKeptMail(db, id);
    if (!mail) return sendFailure(reply, { failure: 'route_not_found' });
    return reply.type('text/plain; charset=utf-8').send(mail.text);
  });
}

function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(html);
}

function listOf(mails: readonly DemoMail[]): string {
  const rows = mails.map(
    ({ id, sent_at, recipient, subject }) => `<tr>
<td><time>${new Date(sent_at).toISOString().slice(0, 16).replace('T', ' ')}</time></td>
<td>${escapeHtml(recipient)}</td>
<td><a href="${OUTBOX_PATH}/${id}">${escapeHtml(subject)}</a></td>
<td><a href="${OUTBOX_PATH}/${id}/text" aria-label="${escapeHtml(subject)}, as text">Text</a></td>
</tr>`,
  );
  const none = '<tr><td colspan="4">No mails yet. Ask for a new password, and come back.</td></tr>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Pick'em</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Outbox</h1>
<p>The demo sends no mail. This is what it would have sent, newest first.</p>
<table>
<thead><tr><th scope="col">Sent (UTC)</th><th scope="col">To</th><th scope="col">Subject</th><th scope="col">As text</th></tr></thead>
<tbody>
${rows.length > 0 ? rows.join('\n') : none}
</tbody>
</table>
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
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.6rem 0.5rem; border-bottom: 1px solid light-dark(#d8cfb8, #22304a); text-align: left; overflow-wrap: anywhere; }
time { white-space: nowrap; }
a { color: light-dark(#1c5bb8, #72b4ff); }
`;
