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
      await keepText(db, `the webhook ${hookLabel(call.address)}`, 'Webhook', call.body);
      return { status: 204, retryAfterMs: 0 };
    },
  };
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
    post(userId, message, ttlMs) {
      push.post(userId, message, ttlMs);
      keeping.add(keep(userId, message).catch(onError));
    },
    async close() {
      await push.close();
      await keeping.idle();
    },
  };
}

/** @param recipient as the list says it, after "to" */
function keepText(db: Db, recipient: string, subject: string, text: string): Promise<void> {
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`;
  const html = `<!doctype html><html lang="en">${head}<body><h1>${escapeHtml(subject)}</h1><pre style="white-space: pre-wrap">${escapeHtml(text)}</pre></body></html>`;
  return keepMail(db, { recipient, subject, text, html }, Date.now());
}
