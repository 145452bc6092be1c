import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { kindOf } from '#core/hooks/kinds.ts';
import type { HookNews } from '#core/hooks/news.ts';
import { root } from '../../../scripts/root.ts';
import { newSecret, signedHeaders } from './hook-sender.ts';

const page = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block);

const pool = { id: 'p1', name: 'Porch Pool', url: 'https://pool.example.org/?pool=p1' };
const weekId = '2026-week5';
const firstLock = Date.parse('2026-10-09T00:15Z');
const receipt = { number: 57, hash: '3f2a91c05be87d1640c2a9f3e1b5780d6c94f21a7be03d58912fc6a04de7b83c' };
const examples: readonly (readonly [news: HookNews, isCorrection?: boolean])[] = [
  [{ topic: 'week.opened', weekId, games: 14, firstLock }],
  [{ topic: 'lock.coming', weekId, lock: 'first', lockAt: firstLock, lacking: 2, members: 12, asksForTeam: false }],
  [{ topic: 'week.decided', weekId, winners: ['Ann', 'Long Shot'], users: ['Ann', 'Bob'], halves: 23, receipt }],
  [{ topic: 'week.decided', weekId, winners: ['Ann'], halves: 24 }, true],
  [{ topic: 'leader.changed', weekId, leaders: ['Ann'], halves: 104 }],
];

test('The page about webhooks shows messages as they are sent', () => {
  const at = Date.parse('2026-10-06T13:00Z');
  const sent = examples.map(([news, isCorrection]) =>
    JSON.parse(JSON.stringify(kindOf('standard').body(news, pool, at, isCorrection))),
  );
  expect(blocks('json').map((block) => JSON.parse(block))).toEqual(sent);
});

test('Its code takes a signed message, and no other', async () => {
  const [code = ''] = blocks('js');
  const file = `data:text/javascript,${encodeURIComponent(`${code}export { isFromPool };`)}`;
  const { isFromPool } = (await import(file)) as {
    isFromPool: (headers: Record<string, string>, body: string, secret: string) => boolean;
  };
  const secret = newSecret();
  const headers = signedHeaders(secret, 'msg_1', '{}', 1_000_000);
  expect(isFromPool(headers, '{}', secret)).toBe(true);
  expect(isFromPool(headers, '{ }', secret)).toBe(false);
  expect(isFromPool({ ...headers, 'webhook-timestamp': '1001' }, '{}', secret)).toBe(false);
  expect(isFromPool(headers, '{}', newSecret())).toBe(false);
  expect(isFromPool({}, '{}', secret)).toBe(false);
  const forged = createHmac('sha256', 'x').update('').digest('base64');
  expect(isFromPool({ ...headers, 'webhook-signature': `v1,${forged}` }, '{}', secret)).toBe(false);
});
