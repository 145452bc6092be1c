import { hookLabel } from '#core/hooks/hooks.ts';
import type { PushMessage } from '#core/push.ts';
import { escapeHtml } from '#server/escape-html.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { Background } from '../background.ts';
import type { MailTransport } from '../mail/mailer.ts';
import type { Push } from '../notify/push/push.ts';
import type { Outside } from '../outside/outside.ts';
import { keepMail } from '../store/demo-mails.ts';
import { namesOf } from '../store/users.ts';
import { outboxPage } from './outbox-page.ts';

const BACK = '<p><a href="/outbox">Back to the outbox</a></p>';

/** Keeps mails in the database, for the demo's outbox: the demo sends none. */
export function demoTransport(db: Db): MailTransport {
  return {
    send: ({ to, subject, text, html }) => keepMail(db, { recipient: to, subject, text, html }, Date.now()),
    close: () => {},
  };
}

/** Keeps what the hooks of the demo's pools would have sent. Only push messages, which are encrypted, go to the outside. */
export function demoOutside(db: Db, outside: Outside): Outside {
  return {
    problemOf: outside.problemOf,
    async post(call) {
      if (typeof call.body !== 'string') return outside.post(call);
      const message = JSON.parse(call.body);
      const text = JSON.stringify(message, null, 2);
      await keepText(db, `the webhook ${hookLabel(call.address)}`, subjectOf(message), text);
      return { status: 204, retryAfterMs: 0 };
    },
  };
}

/** What a message for Discord says, and else what it is about. */
interface HookBody {
  /** To Discord, and to Slack. */
  readonly content?: string;
  readonly text?: string;
  readonly type?: string;
}

function subjectOf({ content, text = content, type = 'message' }: HookBody): string {
  return text?.split('\n')[0]?.replaceAll(/\*+/g, '') ?? `Webhook: ${type}`;
}

/** Keeps a copy of each push message that people of the demo are sent. */
export function demoPush(db: Db, push: Push, onError: (error: unknown) => void): Push {
  const keeping = new Background();
  const keep = async (userId: string, { title, body }: PushMessage) => {
    const name = (await namesOf(db, [userId])).get(userId) ?? userId;
    await keepText(db, `the devices of ${name}`, title, body);
  };
  return {
    ...push,
    post(lane, userId, message, options) {
      push.post(lane, userId, message, options);
      keeping.add(keep(userId, message).catch(onError));
    },
    async sendTo(userId, sessionId, message) {
      await keep(userId, message);
      return push.sendTo(userId, sessionId, message);
    },
    async close() {
      await push.close();
      await keeping.idle();
    },
  };
}

/** @param recipient as the list says it, after "to" */
function keepText(db: Db, recipient: string, subject: string, text: string): Promise<void> {
  const html = outboxPage(subject, `<p>to ${escapeHtml(recipient)}</p>\n<pre>${escapeHtml(text)}</pre>\n${BACK}`);
  return keepMail(db, { recipient, subject, text, html }, Date.now());
}
