import type { FastifyInstance, FastifyReply } from 'fastify';
import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import { escapeHtml } from '#server/escape-html.ts';
import { sendFailure } from '#server/http/errors.ts';
import type { Clock } from '../clock.ts';
import { leagueTime } from '../clock.ts';
import type { Deps } from '../deps.ts';
import type { DemoMail } from '../store/demo-mails.ts';
import { findKeptMail, keptMails } from '../store/demo-mails.ts';
import { NO_ICON, outboxPage } from './outbox-page.ts';

/** Where people read what the demo kept instead of sending it. */
export const MAILBOX_PATH = '/outbox';

/** A mail brings its own styles; nothing in it runs, and nothing is loaded. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

  page(MAILBOX_PATH, async (_id, reply) => sendHtml(reply, listOf(await keptMails(db), deps.clock)));
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

function listOf(mails: readonly DemoMail[], clock: Clock): string {
  const dayAndTime = (at: number) => `${formatDay(at, EASTERN_ZONE)}, ${formatTime(at, EASTERN_ZONE)}`;
  const items = mails.map(
    ({ id, sent_at, recipient, subject }) => `<li>
<a href="${MAILBOX_PATH}/${id}">${escapeHtml(subject)}</a>
<p>to ${escapeHtml(recipient)}, <time>${dayAndTime(leagueTime(clock, sent_at))}</time>,
<a href="${MAILBOX_PATH}/${id}/text">as text<span> of ${escapeHtml(subject)}</span></a></p>
</li>`,
  );
  const list = items.length > 0 ? `<ol>\n${items.join('\n')}\n</ol>` : '<p>Nothing yet.</p>';
  const note =
    'The demo sends no email and calls no webhooks: what they would say ends up here, newest first. So does a copy of each push message.';
  return outboxPage('Outbox', `<p>${note}</p>\n${list}\n<p><a href="/">Back to Pick'em</a></p>`);
}
