import type { Page } from '@playwright/test';
import { enterAs, signUp } from './admin-people.ts';
import { checkAxeInBothThemes } from './support/pages.ts';
import { expect, test } from './support/test.ts';

test.use({ kind: 'league', serviceWorkers: 'allow' });

/** Adds a push service to the browser, because test browsers have none; its address does not exist. */
async function addPushService(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript((first) => {
    const kept = (): NotificationPermission =>
      localStorage.getItem('pretended permission') === 'granted' ? 'granted' : first;
    let isOn = localStorage.getItem('pretended subscription') !== null;
    const p256dh = 'BDZwpWlrYQPODmHmJG3D7fLb0edun8rGjUqgfyx9zX9oLbcSvQqvCC0y3EneFlsc1X-X2jz56AgBmFDAGcpmnkI';
    const subscription = {
      toJSON: () => ({ endpoint: 'https://push.invalid/1', keys: { p256dh, auth: 'a'.repeat(22) } }),
      unsubscribe: async () => {
        isOn = false;
        localStorage.removeItem('pretended subscription');
        return true;
      },
    };
    Object.defineProperty(Notification, 'permission', { get: kept });
    Notification.requestPermission = async () => {
      const says = localStorage.getItem('pretended answer') ?? 'granted';
      localStorage.setItem('pretended permission', says);
      return kept();
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (isOn ? subscription : null),
      subscribe: async () => {
        isOn = true;
        localStorage.setItem('pretended subscription', 'yes');
        return subscription;
      },
    });
  }, permission);
}

const section = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const notify = (page: Page) => section(page).getByRole('checkbox', { name: 'Notify me on this device' });

test('a person turns notifications on, tests them, and turns them off; signing out removes them from the device', {
  tag: '@long',
}, async ({ page, app, problems }) => {
  await signUp(app, 'Mick');
  await addPushService(page, 'default');
  await enterAs(page, 'Mick', '/profile/messages');
  await expect(notify(page)).not.toBeChecked();
  await page.evaluate(() => localStorage.setItem('pretended answer', 'default'));
  await notify(page).click();
  await expect(section(page)).toContainText("OK, it's off.");
  await page.evaluate(() => localStorage.removeItem('pretended answer'));
  await notify(page).click();
  await expect(section(page)).toContainText('Until you sign out here.');
  await checkAxeInBothThemes(page);
  await section(page).getByRole('button', { name: 'Send a test' }).click();
  await expect(section(page)).toContainText("It couldn't be sent.", { timeout: 15_000 });

  problems.expect(/401/);
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pretended subscription'))).toBeNull();
  await enterAs(page, 'Mick', '/profile/messages');
  await expect(notify(page)).not.toBeChecked();
  await notify(page).click();
  await expect(section(page)).toContainText('Until you sign out here.');
  await page.reload();
  await expect(notify(page)).toBeChecked();
  await notify(page).click();
  await expect(section(page)).toContainText('Your browser will ask first.');
  await page.reload();
  await expect(notify(page)).not.toBeChecked();
});

test('if the browser blocks it, and on an iPhone outside the installed app, a text explains what to do', {
  tag: '@long',
}, async ({ page, app, newPage }) => {
  await signUp(app, 'Mick');
  await addPushService(page, 'denied');
  await enterAs(page, 'Mick', '/profile/messages');
  await expect(notify(page)).toBeDisabled();
  await expect(section(page)).toContainText("Allow it in the browser's settings");
  const iphone = await newPage();
  await iphone.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    });
  });
  await enterAs(iphone, 'Mick', '/profile/messages');
  await expect(notify(iphone)).toBeDisabled();
  await expect(section(iphone)).toContainText('tap Share, then Add to Home Screen');
});

test('once all games are picked it is offered in one sentence, and not again for a month', { tag: '@long' }, async ({
  page,
  app,
}) => {
  await signUp(app, 'Mick');
  await addPushService(page, 'default');
  await enterAs(page, 'Mick', '/');
  const offer = page.locator('#hints').getByText("Get your pools' news on this device?");
  const pickAll = () => page.evaluate(() => void dispatchEvent(new Event('all-picked')));
  await expect(page.locator('#hints')).toBeAttached();
  await pickAll();
  await expect(offer).toBeVisible();
  await page.locator('#hints').getByRole('button', { name: 'Close' }).click();
  await pickAll();
  await expect(offer).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('push-refused', String(Date.now() - 31 * 24 * 3_600_000)));
  await pickAll();
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT');
  await page.locator('#hints').getByRole('button', { name: 'Turn on' }).click();
  await saved;
  await page.goto('/profile/messages');
  await expect(notify(page)).toBeChecked();
});

test('the worker shows a message, and a tap on it opens its screen', { tag: '@long' }, async ({
  page,
  app,
  context,
}) => {
  await signUp(app, 'Mick');
  await context.grantPermissions(['notifications'], { origin: app.url });
  await enterAs(page, 'Mick', '/');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('There is no worker.');
  const shown = await worker.evaluate(async () => {
    const self = globalThis as unknown as ServiceWorkerGlobalScopeOfTests;
    const kept: unknown[] = [];
    self.registration.showNotification = async (title, options) => void kept.push([title, options]);
    for (const data of [
      JSON.stringify({ title: 'Porch', body: 'Picks lock soon', path: '/profile', tag: 'lock' }),
      '?',
    ])
      self.dispatchEvent(new self.PushEvent('push', { data }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return kept;
  });
  const icon = '/assets/g/icons/icon-192.png';
  expect(shown).toEqual([
    ['Porch', { body: 'Picks lock soon', tag: 'lock', icon, data: '/profile' }],
    ["Pick'em", { body: 'There is news in your pools.', tag: 'news', icon, data: '/' }],
  ]);
  const tap = (path: string) =>
    worker.evaluate((data) => {
      const event = Object.assign(new Event('notificationclick'), {
        notification: { data, close: () => undefined },
        waitUntil: () => undefined,
      });
      globalThis.dispatchEvent(event);
    }, path);
  await tap('/profile');
  await expect(page).toHaveURL('/profile');
  await tap('//elsewhere.example/');
  await expect(page).toHaveURL('/');
});

test('the worker reports a subscription that the browser replaced, unless push is off', { tag: '@long' }, async ({
  page,
  app,
  context,
}) => {
  await signUp(app, 'Mick');
  await addPushService(page, 'granted');
  await enterAs(page, 'Mick', '/profile/messages');
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('There is no worker.');
  const replace = () =>
    worker.evaluate(async () => {
      const requests: unknown[] = [];
      const { fetch } = globalThis;
      globalThis.fetch = async (address, init) => {
        const answer = await fetch(address, init);
        if (init?.method === 'PUT') requests.push([address, answer.status, JSON.parse(String(init.body)).endpoint]);
        return answer;
      };
      const p256dh = 'BDZwpWlrYQPODmHmJG3D7fLb0edun8rGjUqgfyx9zX9oLbcSvQqvCC0y3EneFlsc1X-X2jz56AgBmFDAGcpmnkI';
      const renewed = { endpoint: 'https://push.invalid/2', keys: { p256dh, auth: 'b'.repeat(22) } };
      let done: Promise<unknown> = Promise.resolve();
      const event = Object.assign(new Event('pushsubscriptionchange'), {
        newSubscription: { toJSON: () => renewed },
        waitUntil: (promise: Promise<unknown>) => {
          done = promise;
        },
      });
      globalThis.dispatchEvent(event);
      await done;
      globalThis.fetch = fetch;
      return requests;
    });
  expect(await replace()).toEqual([]);
  await notify(page).click();
  await expect(section(page)).toContainText('Until you sign out here.');
  expect(await replace()).toEqual([['/api/push', 200, 'https://push.invalid/2']]);
});

test('a device reports its time zone once: after it has moved, or another person has signed in on it', {
  tag: '@long',
}, async ({ page, app }) => {
  await signUp(app, 'Mick');
  await enterAs(page, 'Mick', '/');
  const reportedZone = () => page.evaluate(() => localStorage.getItem('zone-checked'));
  const changes: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()));
  /** Opens the page again, and waits until everything is loaded. */
  const reopen = async () => {
    await page.reload();
    await page.waitForLoadState('networkidle');
  };
  // The league knows no zone yet, and gets none.
  await reopen();
  expect(changes).toEqual([]);
  const choose = (body: object) =>
    page.evaluate(async (json) => {
      await fetch('/api/notifications', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
    }, body);
  const id = await page.evaluate(async () => (await (await fetch('/api/session')).json()).user.id);
  const here = `${id} America/Chicago`;
  for (const before of ['', `${id} Europe/Berlin`, 'somebody America/Chicago']) {
    await choose({ zone: 'Europe/Berlin' });
    await page.evaluate((text) => localStorage.setItem('zone-checked', text), before);
    const change = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.reload();
    expect((await change).postDataJSON()).toEqual({ zone: 'America/Chicago' });
    await expect.poll(reportedZone).toBe(here);
  }

  // The league uses another zone now, as if the person chose it on another device: this device has already reported its own.
  await choose({ zone: 'Europe/Berlin' });
  changes.length = 0;
  await reopen();
  expect(changes).toEqual([]);
});

interface ServiceWorkerGlobalScopeOfTests extends EventTarget {
  readonly registration: { showNotification: (title: string, options: object) => Promise<void> };
  readonly PushEvent: new (type: string, init: { data: string }) => Event;
}
