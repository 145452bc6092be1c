import { describe, expect, test } from 'vitest';
import { nextAttemptAt } from '#core/attempts.ts';
import type { OutsideAnswer } from '#core/outside.ts';
import { restAfter } from '#core/outside.ts';
import { aGame, HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { afterCall, HOOK_PAUSES_MS } from './attempts.ts';
import { hookLabel, readHookAddress } from './hooks.ts';
import type { HookKind } from './kinds.ts';
import { hookPost } from './kinds.ts';
import { locksToSend } from './locks.ts';
import type { HookNews } from './news.ts';

const pool = { id: 'p1', name: 'Porch Pool', url: 'https://pool.example.org/pool' };
const weekId = '2026-week5';
const botId = '68ca900a7d17f9b9891a73af2a';
const groupMe = `https://api.groupme.com/v3/bots/post?bot_id=${botId}`;
const token = '123456789:AAF-x_9Zk3yQmPq7RtVwXyZ0123456789ab';
const telegram = `https://api.telegram.org/bot${token}/sendMessage?chat_id=-1001234567890`;

/** The JSON of a message. */
const bodyOf = (kind: HookKind, ...message: Parameters<typeof hookPost> extends [unknown, ...infer M] ? M : never) =>
  JSON.parse(hookPost({ kind, address: 'https://example.org/' }, ...message).body);

describe('The address of a hook', () => {
  test.each<[HookKind, string, boolean]>([
    ['discord', 'https://discord.com/api/webhooks/123/a-B_c', true],
    ['discord', 'https://canary.discord.com/api/v10/webhooks/123/abc?thread_id=9', true],
    ['discord', 'https://discord.com.example.org/api/webhooks/123/abc', false],
    ['discord', 'https://discord.com/api/webhooks/123/abc/github', false],
    ['discord', 'https://example.org/', false],
    ['slack', 'https://hooks.slack.com/services/T01/B02/aBc9', true],
    ['slack', 'https://hooks.slack.com.example.org/services/T01/B02/aBc9', false],
    ['slack', 'https://example.slack.com/archives/C01', false],
    ['standard', 'https://example.org/in?key=1', true],
    ['standard', 'http://example.org/in', false],
    ['standard', 'https://exam ple.org', false],
    ['standard', '', false],
  ])('of %s: %s', (kind, address, isRight) => {
    expect('address' in readHookAddress(kind, ` ${address} `)).toBe(isRight);
  });

  test.each<[HookKind, string, string]>([
    ['groupme', botId, groupMe],
    ['groupme', botId.toUpperCase(), groupMe],
    ['groupme', groupMe, groupMe],
    ['telegram', `${token} -1001234567890`, telegram],
    ['telegram', `${token}\n-1001234567890`, telegram],
    ['telegram', telegram, telegram],
    ['telegram', `${token} @porch_pool`, telegram.replace('-1001234567890', '@porch_pool')],
  ])('of %s is read from %j', (kind, entered, address) => {
    expect(readHookAddress(kind, entered)).toEqual({ address });
  });

  test.each<[HookKind, string, string, number?]>([
    ['discord', '', 'Paste the address of the webhook'],
    ['groupme', ' ', 'Paste the bot ID'],
    ['groupme', '12345678', 'not the Group ID'],
    ['groupme', `https://api.groupme.com.example.org/v3/bots/post?bot_id=${botId}`, 'not the Group ID'],
    ['groupme', `${groupMe}&text=hello`, 'not the Group ID'],
    ['telegram', '', 'Paste the bot token'],
    ['telegram', '-1001234567890', 'bot token'],
    ['telegram', telegram.replace('.org', '.org.example.org'), 'bot token'],
    ['telegram', token, 'Enter the ID of the chat', 1],
    ['telegram', telegram.replace('-1001234567890', ''), 'Enter the ID of the chat', 1],
    ['telegram', `${token} Porch`, "isn't a chat ID", 1],
    ['telegram', `${token} -100123 456`, "isn't a chat ID", 1],
    ['telegram', `${telegram}&parse_mode=HTML`, "isn't a chat ID", 1],
    ['telegram', `${token} ${'1'.repeat(2000)}`, 'at most 2000 characters'],
  ])('of %s is not read from %j, with what is wrong', (kind, entered, problem, field) => {
    expect(readHookAddress(kind, entered)).toEqual({ problem: expect.stringContaining(problem), field });
  });

  test('is shown by its host and its end', () => {
    expect(hookLabel('https://Discord.com/api/webhooks/123/secretX9kq')).toBe('discord.com …X9kq');
    expect(hookLabel(groupMe)).toBe('api.groupme.com …af2a');
    expect(hookLabel(telegram)).toBe('api.telegram.org …7890');
  });
});

describe('Messages', () => {
  const at = `<t:${SUNDAY_1PM / 1000}:f>`;
  const week = { id: weekId, name: 'Week 5' };
  const ann = { entry: 'Ann', user: 'Ann' };
  const locks = [
    ['week', `Week 5 locks ${at}. 1 of 5 still needs picks.`, 1, 5, false],
    ['first', `Week 5 starts locking ${at}. 2 of 5 still need a team.`, 2, 5, true],
    ['first', `Week 5 starts locking ${at}. 2 of 5 still need one or both teams.`, 2, 5, true, true],
    ['first', `Week 5 starts locking ${at}. Everybody has picked.`, 0, 5, false],
    ['sunday', `Week 5's Sunday games start locking ${at}.`, null, 4, false],
  ] as const;
  const all: readonly [HookNews, object, string][] = [
    [
      { topic: 'week.opened', weekId, games: 14, firstLock: SUNDAY_1PM },
      { week, games: 14, firstLock: new Date(SUNDAY_1PM).toISOString() },
      `Week 5 is open: 14 games, and the first lock is <t:${SUNDAY_1PM / 1000}:f>.`,
    ],
    [
      { topic: 'week.opened', weekId: '2026-super-bowl', games: 1, firstLock: SUNDAY_1PM },
      { week: { id: '2026-super-bowl', name: 'Super Bowl' }, games: 1, firstLock: new Date(SUNDAY_1PM).toISOString() },
      `Super Bowl is open: 1 game, and the first lock is <t:${SUNDAY_1PM / 1000}:f>.`,
    ],
    ...locks.map(([lock, sentence, lacking, members, asksForTeam, hasTwoTeams]): [HookNews, object, string] => {
      const told = { lock, lacking, members };
      return [
        { topic: 'lock.coming', weekId, lockAt: SUNDAY_1PM, ...told, asksForTeam, ...(hasTwoTeams && { hasTwoTeams }) },
        { week, lockAt: new Date(SUNDAY_1PM).toISOString(), ...told },
        sentence,
      ];
    }),
    [
      { topic: 'week.decided', weekId, winners: ['Ann', 'Bob'], halves: 15 },
      { week, winners: ['Ann', 'Bob'], entries: [ann, { entry: 'Bob', user: 'Bob' }], points: 7.5 },
      'Week 5 is decided. Ann and Bob won it with 7.5 points.',
    ],
    [
      { topic: 'week.decided', weekId, winners: ['Ann', 'Long Shot'], users: ['Ann', 'Ann'], halves: 15 },
      { week, winners: ['Ann'], entries: [ann, { entry: 'Long Shot', user: 'Ann' }], points: 7.5 },
      'Week 5 is decided. Ann and Long Shot won it with 7.5 points.',
    ],
    [
      { topic: 'week.decided', weekId, out: 2, left: 3, winners: [] },
      { week, out: 2, left: 3, poolWinners: [], entries: [] },
      'Week 5 is decided. Out: 2. Still in: 3.',
    ],
    [
      { topic: 'week.decided', weekId, out: 3, left: 0, winners: ['Ann', 'B*b'], users: ['Ann', 'Bob'] },
      { week, out: 3, left: 0, poolWinners: ['Ann', 'Bob'], entries: [ann, { entry: 'B*b', user: 'Bob' }] },
      'Week 5 is decided. Out: 3. Ann and B\\*b share the win.',
    ],
    [
      { topic: 'leader.changed', weekId, leaders: ['Ann'], halves: 20 },
      { week, leaders: ['Ann'], entries: [ann], points: 10 },
      'Ann now leads the pool with 10 points.',
    ],
    [{ topic: 'test' }, {}, 'This is a test. News from the pool will show up here.'],
  ];

  test.each(all)('of %j', (news, data, sentence) => {
    const timestamp = new Date(SUNDAY_1PM).toISOString();
    const body = { type: news.topic, timestamp, data: { pool, ...data } };
    expect(bodyOf('standard', news, pool, SUNDAY_1PM)).toEqual(body);
    const { content, ...rest } = bodyOf('discord', news, pool, SUNDAY_1PM);
    expect(content).toBe(`**Porch Pool** · ${sentence}\n<${pool.url}>`);
    expect(rest).toEqual({ allowed_mentions: { parse: [] }, flags: 4 });
    const inSlack = sentence
      .replaceAll(/<t:(\d+):f>/g, (_, at) => {
        return `<!date^${at}^{date_short_pretty} at {time}|${new Date(at * 1000).toISOString()}>`;
      })
      .replace('B\\*b', 'B\u200b*\u200bb');
    expect(bodyOf('slack', news, pool, SUNDAY_1PM)).toEqual({
      text: `*Porch Pool* · ${inSlack}\n<${pool.url}>`,
      unfurl_links: false,
    });
    const inChat = sentence.replaceAll(at, 'Sun, Sep 13, 1:00 PM EDT').replace('\\*', '*');
    const text = `Porch Pool · ${inChat}\n${pool.url}`;
    expect(bodyOf('groupme', news, pool, SUNDAY_1PM)).toMatchObject({ text });
    expect(bodyOf('telegram', news, pool, SUNDAY_1PM)).toMatchObject({ text });
  });

  const receipt = { number: 57, hash: '3f2a91c0'.repeat(8) };

  test.each(all.filter(([{ topic }]) => topic !== 'test'))('carry the latest lock receipt: %j', (news, data) => {
    const body = (kind: HookKind) => bodyOf(kind, { ...news, receipt }, pool, SUNDAY_1PM);
    expect(body('standard').data).toEqual({ pool, ...data, receipt });
    const end = news.topic === 'week.decided' ? `\nLock receipt 57: ${receipt.hash}` : '';
    for (const text of [body('discord').content, body('slack').text])
      expect(text.slice(text.indexOf('\n'))).toBe(`\n<${pool.url}>${end}`);
    for (const { text } of [body('groupme'), body('telegram')])
      expect(text.slice(text.indexOf('\n'))).toBe(`\n${pool.url}${end}`);
  });

  test.each<[HookKind, string, object]>([
    ['groupme', groupMe, { address: 'https://api.groupme.com/v3/bots/post', bot_id: botId }],
    [
      'telegram',
      telegram,
      {
        address: `https://api.telegram.org/bot${token}/sendMessage`,
        chat_id: '-1001234567890',
        link_preview_options: { is_disabled: true },
      },
    ],
    [
      'discord',
      'https://discord.com/api/webhooks/1/a?thread_id=9',
      { address: 'https://discord.com/api/webhooks/1/a?thread_id=9' },
    ],
  ])('to %s name the bot or the chat in the body', (kind, address, expected) => {
    const post = hookPost({ kind, address }, { topic: 'test' }, pool, SUNDAY_1PM);
    const { text, content, allowed_mentions, flags, ...rest } = JSON.parse(post.body);
    expect({ address: post.address, ...rest }).toEqual(expected);
  });

  test.each([
    ['groupme', 1000],
    ['telegram', 4096],
  ] as const)('to %s are shortened to %i characters, with the address and the receipt', (kind, max) => {
    const news = { topic: 'week.decided', weekId, winners: ['Ann'], halves: 2, receipt } as const;
    for (const name of ['🏈'.repeat(max), `x${'🏈'.repeat(max)}`]) {
      const { text } = bodyOf(kind, news, { ...pool, name }, SUNDAY_1PM);
      expect(max - text.length).toBeOneOf([0, 1]);
      expect(text).toMatch(/^x?(🏈)+…\n/u);
      expect(text.endsWith(`…\n${pool.url}\nLock receipt 57: ${receipt.hash}`)).toBe(true);
    }
  });

  test('to GroupMe and Telegram show names literally', () => {
    const winners = ['@everyone', 'http://x.example', '/start #now $A'];
    const news = { topic: 'week.decided', weekId, winners, halves: 2 } as const;
    for (const kind of ['groupme', 'telegram'] as const) {
      const { text } = bodyOf(kind, news, { ...pool, name: '*A* <b>' }, SUNDAY_1PM, true);
      const [said = ''] = text.split('\n');
      expect(said.replaceAll('\u200b', '')).toBe(
        '*A* <b> · Corrected: Week 5 is decided. @everyone, http://x.example and /start #now $A won it with 1 point.',
      );
      expect(said).not.toMatch(/[@#$/.]\w|:\/\//);
    }
  });

  test('to Slack show names literally', () => {
    const news = {
      topic: 'week.decided',
      weekId,
      winners: ['<!channel>', 'http://x.example', '*C*'],
      halves: 2,
    } as const;
    const { text } = bodyOf('slack', news, { ...pool, name: '<@U1>' }, SUNDAY_1PM, true);
    const shown = text.replaceAll('\u200b', '');
    expect(shown).toContain('*&lt;@U1&gt;* · Corrected: ');
    expect(shown).toContain('&lt;!channel&gt;, http://x.example and *C* won it with 1 point.');
    for (const plain of ['http://', 'x.example', '*C*']) expect(text).not.toContain(plain);
  });

  test('to Discord show names literally', () => {
    const winners = ['@everyone', '[Free](https://x.example)', '<@1> **B**'];
    const { content } = bodyOf(
      'discord',
      { topic: 'week.decided', weekId, winners, halves: 2 },
      { ...pool, name: '# A' },
      SUNDAY_1PM,
    );
    expect(content).toContain('**\\# A**');
    expect(content).toContain(
      '\\@everyone, \\[Free\\]\\(https\\:\\/\\/x\\.example\\) and \\<\\@1\\> \\*\\*B\\*\\* won it with 1 point.',
    );
  });
});

describe('After an attempt', () => {
  const now = SUNDAY_1PM;
  const status = (code: number, retryAfterMs = 0): OutsideAnswer => ({ status: code, retryAfterMs });
  const failure = (word: 'no_answer' | 'unreachable' | 'closed_address'): OutsideAnswer => ({ failure: word });
  const failed = ({ isGone = false, rest = 0 } = {}) => ({ end: isGone ? 'gone' : 'failed', restMs: rest });
  const again = (ms: number, rest = 0) => ({ end: 'again', nextAt: now + ms, restMs: rest });

  /** What becomes of a message, and how long its address is left alone. */
  function nextStep(kind: HookKind, answer: OutsideAnswer, attempts: number, silenceMs = 0, until = now + 24 * HOUR) {
    const end = afterCall(kind, answer);
    const restMs = restAfter(answer, silenceMs);
    if (end !== 'again') return { end, restMs };
    const nextAt = nextAttemptAt({ pausesMs: HOOK_PAUSES_MS, attempts, restMs, until }, now, 0);
    return nextAt === null ? failed({ rest: restMs }) : { end, nextAt, restMs };
  }

  test.each<[string, HookKind, OutsideAnswer, number, ReturnType<typeof nextStep>, number?]>([
    ['it has arrived', 'standard', status(204), 1, { end: 'sent', restMs: 0 }],
    ['a redirect is not a delivery', 'standard', status(302), 1, again(15_000)],
    ['later and later', 'standard', status(500), 3, again(10 * MINUTE)],
    ['but not forever', 'standard', status(500), 6, failed()],
    ['gone is gone', 'standard', status(410), 1, failed({ isGone: true })],
    ['a pause that is asked for is kept', 'discord', status(429, 90_000), 1, again(90_000, 90_000)],
    ['even if our own is longer', 'discord', status(429, 1000), 2, again(2 * MINUTE, 1000)],
    ['Discord refuses for good', 'discord', status(404), 1, failed()],
    ['Discord may have received it', 'discord', failure('no_answer'), 1, failed()],
    ['Discord may have received it behind a gateway', 'discord', status(502), 1, failed()],
    ['or behind one that timed out', 'discord', status(524), 1, failed()],
    ['Discord cannot have received it', 'discord', failure('unreachable'), 1, again(15_000)],
    ['nor while it is unavailable', 'discord', status(503), 1, again(15_000)],
    ['GroupMe took it', 'groupme', status(202), 1, { end: 'sent', restMs: 0 }],
    ['GroupMe does not know the bot', 'groupme', status(404), 1, failed({ isGone: true })],
    ['or takes no message for it', 'groupme', status(400), 1, failed({ isGone: true })],
    ['GroupMe is asked too often', 'groupme', status(420), 1, again(15_000)],
    ['GroupMe may have received it', 'groupme', status(500), 1, failed()],
    ['Telegram does not know the token', 'telegram', status(401), 1, failed({ isGone: true })],
    ['or its form', 'telegram', status(404), 1, failed({ isGone: true })],
    ['Telegram finds no such chat', 'telegram', status(400), 1, failed({ isGone: true })],
    ['Telegram says that the bot was removed', 'telegram', status(403), 1, failed({ isGone: true })],
    ['Telegram asks for a pause', 'telegram', status(429, 35_000), 1, again(35_000, 35_000)],
    ['Telegram may have received it', 'telegram', failure('no_answer'), 1, failed()],
    ['what turns off one kind does not turn off others', 'slack', status(403), 1, failed()],
    ['Slack does not recognize a repeated message', 'slack', failure('no_answer'), 1, failed()],
    ['others recognize a repeated message', 'standard', failure('no_answer'), 1, again(15_000)],
    [
      'an address that does not answer is left alone',
      'standard',
      failure('no_answer'),
      1,
      again(MINUTE, MINUTE),
      MINUTE,
    ],
    ['also if this message is given up', 'discord', failure('no_answer'), 1, failed({ rest: MINUTE }), MINUTE],
    ['an address that is closed is not tried', 'standard', failure('closed_address'), 1, failed()],
  ])('%s', (_name, kind, answer, attempts, becomes, restMs = 0) => {
    expect(nextStep(kind, answer, attempts, restMs)).toEqual(becomes);
  });

  test('a pause is kept even if this message is not tried again', () => {
    expect(nextStep('discord', status(429, HOUR), 1, 0, now + MINUTE)).toEqual(failed({ rest: HOUR }));
  });

  test('news that would expire by then is not tried again', () => {
    expect(nextStep('standard', status(500), 1, 0, now + 10_000)).toEqual(failed());
  });
});

describe('A hook is notified ahead', () => {
  const thursday = aGame({ kickoff: SUNDAY_1PM - 65 * HOUR });
  const sunday = aGame({ kickoff: SUNDAY_1PM });
  const told = (games: Parameters<typeof locksToSend>[0], now: number, since = 0) =>
    locksToSend(games, { hours: 3, since }, now).map(({ name }) => name);

  test.each([
    ['of nothing yet', thursday.kickoff - 3 * HOUR - 1, []],
    ['of the first lock of the week', thursday.kickoff - 3 * HOUR, ['first']],
    ['of nothing once it has begun', thursday.kickoff, []],
    ['of the first lock of Sunday', SUNDAY_1PM - 1, ['sunday']],
  ])('%s', (_name, now, locks) => {
    expect(told([thursday, sunday], now)).toEqual(locks);
  });

  test('once if both locks are the same, and of nothing that was due before it was created', () => {
    expect(told([sunday], SUNDAY_1PM - HOUR)).toEqual(['sunday']);
    expect(told([sunday], SUNDAY_1PM - HOUR, SUNDAY_1PM - 2 * HOUR)).toEqual([]);
    expect(told([], SUNDAY_1PM)).toEqual([]);
  });

  test('of Sunday by its own name if Thursday was called off after its notice', () => {
    expect(told([{ ...thursday, void: 'postponed' }, sunday], SUNDAY_1PM - HOUR)).toEqual(['sunday']);
  });
});
