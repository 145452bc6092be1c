import { expect, test } from 'vitest';
import type { MissingPicks } from '#contract/notify.ts';
import type { GameReply } from '#contract/shapes.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { DAY_MS } from '#core/time.ts';
import { linesText, reachText } from './desk.tsx';

const entry = (name: string, reminder: MissingPicks['reminder']) => ({ name, reminder });

test.each([
  ['nothing if all can', [entry('Ann', 'ready'), entry('Bob', 'ready')], ''],
  [
    'who cannot, and why',
    [entry('Ann', 'ready'), entry('Tony', 'no_mail'), entry('Walt', 'no_mail'), entry('Cid', 'opted_out')],
    "1 of 4 can be reminded. Doesn't want reminders: Cid. No email or push: Tony and Walt.",
  ],
  ['who was reminded', [entry('Ann', 'reminded')], '0 of 1 can be reminded. Reminded already: Ann.'],
  [
    'the first of many names',
    Array.from({ length: 10 }, (_, at) => entry(`P${at}`, 'no_mail')),
    '0 of 10 can be reminded. No email or push: P0, P1, P2, P3, P4, P5, P6, P7 and 2 more.',
  ],
] as const)('how many can be reminded says %s', (_name, entries, text) => {
  expect(reachText(entries)).toBe(text);
});

test('games without a line are named from a day before their lines close, in pools with a spread', () => {
  const kickoff = Date.UTC(2026, 10, 15, 18);
  const game = (away: string, home: string, spread: number | null) =>
    ({
      ...{ away, home, spread, kickoff, lockAt: kickoff, frozenSpread: null, status: 'Not Started', void: null },
    }) as GameReply;
  const games = [game('BUF', 'MIA', null), game('NE', 'NYJ', 3)];
  const spread = rulesWith({ useSpread: true });
  expect(linesText(games, spread, kickoff - 1.5 * DAY_MS)).toBe('No line yet: BUF @ MIA.');
  expect(linesText(games, spread, kickoff - 3 * DAY_MS)).toBeNull();
  expect(linesText(games, rulesWith({}), kickoff - 1.5 * DAY_MS)).toBeNull();
});
