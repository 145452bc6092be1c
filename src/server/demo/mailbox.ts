import type { FastifyInstance, FastifyReply } from 'fastify';
import { hookLabel } from '#core/hooks/hooks.ts';
import { EASTERN_ZONE, formatDay, formatTime } from '#core/kickoff-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Push } from '#server/notify/push.ts';
import type { Clock } from '#server/platform/clock.ts';
import { leagueTime } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { sendFailure } from '#server/platform/http/errors.ts';
import type { MailTransport } from '#server/platform/mail/mailer.ts';
import type { Outside } from '#server/platform/outside.ts';
import { namesOf } from '#server/users/reads.ts';
import type { DemoMail } from './store.ts';
import { findKeptMail, keepMail, keptMails } from './store.ts';

const BACK = '<p><a href="/outbox">Back to the outbox</a></p>';

/** Stores mails in the database for the demo's outbox instead of sending them. */
export function demoTransport(db: Db): MailTransport {
  return {
    send: ({ to, subject, text, html }) => keepMail(db, { recipient: to, subject, text, html }, Date.now()),
    close: () => {},
  };
}

/** Stores what the hooks of the demo's pools would have sent. Only push messages, which are encrypted, are really sent. */
export function demoOutside(db: Db, outside: Outside): Outside {
  return {
    problemOf: outside.problemOf,
    async post(call) {
      if (typeof call.body !== 'string') return outside.post(call);
      const message = JSON.parse(call.body);
      const text = JSON.stringify(message, maskBotId, 2);
      await keepText(db, `the webhook ${hookLabel(call.address)}`, subjectOf(message), text);
      return { status: 204, retryAfterMs: 0 };
    },
  };
}

/** A GroupMe bot's ID is a secret, because anyone who knows it can post as the bot. */
function maskBotId(key: string, value: unknown): unknown {
  return key === 'bot_id' ? '…' : value;
}

/** The body of a hook message: text for chat apps, or structured data. */
interface HookBody {
  /** For Discord, and for other chat apps. */
  readonly content?: string;
  readonly text?: string;
  readonly type?: string;
}

function subjectOf({ content, text = content, type = 'message' }: HookBody): string {
  return text?.split('\n')[0]?.replaceAll(/\*+/g, '') ?? `Webhook: ${type}`;
}

/** Stores a copy of each push message of the demo. */
export function demoPush(db: Db, push: Push): Push {
  return {
    publicKey: push.publicKey,
    async post(device, message, ttlMs) {
      const name = (await namesOf(db, [device.userId])).get(device.userId) ?? device.userId;
      await keepText(db, `the devices of ${name}`, message.title, message.body);
      return push.post(device, message, ttlMs);
    },
  };
}

/** @param recipient as listed, after "to" */
function keepText(db: Db, recipient: string, subject: string, text: string): Promise<void> {
  const html = outboxPage(subject, `<p>to ${escapeHtml(recipient)}</p>\n<pre>${escapeHtml(text)}</pre>\n${BACK}`);
  return keepMail(db, { recipient, subject, text, html }, Date.now());
}

/** Without an icon in the page, browsers request one. */
const NO_ICON = '<link rel="icon" href="data:,">';

/** A page of the outbox. @param main as HTML */
function outboxPage(title: string, main: string): string {
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

/** The page of the stored messages. */
export const MAILBOX_PATH = '/outbox';

/** A mail has its own styles; scripts and external resources are blocked. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The pages of messages that the demo would have sent. Only the demo has them, and it answers on this machine only. */
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
