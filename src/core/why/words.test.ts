import { describe, expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { CountedPick, Game } from '#core/types.ts';
import { aFinal, aGame, away, HOUR, home, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { AskedLife } from './lives.ts';
import { lifeText } from './lives.ts';
import { whyPick } from './pick.ts';
import type { RankReason } from './season.ts';
import {
  addedText,
  causeText,
  guessText,
  lineText,
  playedText,
  rankText,
  scoreText,
  shareText,
  sideText,
  winText,
  worthText,
} from './words.ts';

const spread = (more: Partial<PoolRules> = {}) => rulesWith({ useSpread: true, ...more });

function told(game: Game, pick: CountedPick | undefined, rules: PoolRules, lines = {}, isSealed = false): string {
  const reason = whyPick(game, pick, isSealed, { rules, lines, joinedAt: 0, now: SUNDAY_1PM + HOUR });
  const cause = causeText(reason, rules, true);
  const parts = [`${sideText(reason)}.`, cause, lineText(reason, rules), worthText(reason, rules)];
  return [...parts, addedText(reason)].filter(Boolean).join(' ');
}

describe('The reason of a pick reads', () => {
  test.each<[string, Game, CountedPick | undefined, PoolRules, string]>([
    ['straight up', aFinal(20, 24), home, rulesWith({}), 'Picked PHI. PHI won by 4. +1'],
    ['wrong', aFinal(20, 24), away, rulesWith({}), 'Picked DAL. PHI won by 4. 0'],
    [
      'a tie',
      aFinal(20, 20),
      home,
      rulesWith({ tie: 'half' }),
      'Picked PHI. The game ended level. On a tie either side is half right. Half of it: 0.5 points. +0.5',
    ],
    [
      'a cover',
      aFinal(20, 24, { spread: 3 }),
      home,
      spread(),
      'Picked PHI. PHI was favored by 3 and won by 4: PHI covered. +1',
    ],
    [
      'no cover',
      aFinal(20, 22, { spread: 3 }),
      home,
      spread(),
      'Picked PHI. PHI was favored by 3 and won by only 2: DAL covered. 0',
    ],
    [
      'an upset',
      aFinal(20, 24, { spread: -7 }),
      home,
      spread(),
      'Picked PHI. DAL was favored by 7 and lost by 4: PHI covered. +1',
    ],
    [
      'a push',
      aFinal(20, 23, { spread: 3 }),
      away,
      spread(),
      'Picked DAL. PHI was favored by 3 and won by just that: a push, which goes to the home side, PHI. 0',
    ],
    [
      'half a push',
      aFinal(23, 20, { spread: -3 }),
      away,
      spread({ push: 'half' }),
      'Picked DAL. DAL was favored by 3 and won by just that: a push, half right for either side. Half of it: 0.5 points. +0.5',
    ],
    [
      'a push for nobody',
      aFinal(23, 20, { spread: -3 }),
      away,
      spread({ push: 'none' }),
      'Picked DAL. DAL was favored by 3 and won by just that: a push, so the game counts for nobody. –',
    ],
    [
      'an even line',
      aFinal(20, 20, { spread: 0 }),
      home,
      spread({ tie: 'both' }),
      'Picked PHI. The line was even: the game ended level. On a tie both sides are right. +1',
    ],
    ['no line', aFinal(20, 24), home, spread(), 'Picked PHI. No line: PHI won by 4. +1'],
    [
      'a rounded line',
      aFinal(20, 23, { spread: 3 }),
      home,
      spread({ roundSpread: true }),
      'Picked PHI. PHI was favored by 3.5 and won by only 3: DAL covered. Line rounded from 3. 0',
    ],
    [
      'a frozen line',
      aFinal(20, 24, { spread: 3, frozenSpread: 6 }),
      home,
      spread({ line: 'frozen' }),
      'Picked PHI. PHI was favored by 6 and won by only 4: DAL covered. Line frozen on Tuesday. 0',
    ],
    [
      'a best bet in a round',
      aFinal(20, 24, { weekId: '2026-wild-card' }),
      { ...home, best: true },
      rulesWith({ bestBets: 1, wildCardPoints: 3 }),
      'Best bet: PHI. PHI won by 4. 3 points a pick in the Wild Card, double as best bet: 6 points. +6',
    ],
    [
      'confidence',
      aFinal(20, 24),
      { ...home, value: 12 },
      rulesWith({ format: 'confidence' }),
      'Picked PHI. PHI won by 4. 12 on the game: 12 points. +12',
    ],
    [
      'lost confidence',
      aFinal(20, 24),
      { ...away, value: 12 },
      rulesWith({ format: 'confidence' }),
      'Picked DAL. PHI won by 4. 12 on the game. 0',
    ],
    [
      'an upset by its line',
      aFinal(20, 24, { spread: -6.5 }),
      home,
      rulesWith({ upset: 'line' }),
      'Picked PHI. PHI won by 4. Underdog by 6.5, rounded up: 7 points. +7',
    ],
    [
      'an upset that a round and a best bet multiply',
      aFinal(20, 24, { spread: -3, weekId: '2026-wild-card' }),
      { ...home, best: true },
      rulesWith({ upset: 2, bestBets: 1, wildCardPoints: 2 }),
      'Best bet: PHI. PHI won by 4. Underdog, 2 points more, 2 points a pick in the Wild Card, double as best bet: 12 points. +12',
    ],
    [
      'an auto pick',
      aFinal(20, 24),
      { ...home, auto: true },
      rulesWith({ missed: 'home' }),
      'Auto: PHI, not picked. PHI won by 4. +1',
    ],
    [
      'a missed game after the limit of auto picks',
      aFinal(20, 24),
      undefined,
      rulesWith({ missed: 'home', missedLimit: 2 }),
      'No pick. The limit of auto picks was reached. 0',
    ],
    ['a missed game', aFinal(20, 24), undefined, rulesWith({}), 'No pick. The game locked without a pick. 0'],
    [
      'a game that was not chosen',
      aFinal(20, 24),
      undefined,
      rulesWith({ games: 5 }),
      'No pick. Not one of the games picked this week. –',
    ],
    [
      'a game that is off',
      aFinal(20, 24, { void: 'cancelled' }),
      home,
      rulesWith({}),
      'Picked PHI. Cancelled: the game counts for nobody. –',
    ],
    [
      'a running game',
      aGame({ status: 'In Progress' }),
      home,
      rulesWith({}),
      'Picked PHI. Still being played, level right now. –',
    ],
    [
      'an open game',
      aGame({ kickoff: SUNDAY_1PM + 5 * HOUR }),
      undefined,
      rulesWith({}),
      'No pick. Can still be picked. –',
    ],
  ])('%s', (_name, game, pick, rules, text) => {
    expect(told(game, pick, rules)).toBe(text);
  });

  test.each([
    ['their own entry', true, 'This game locked before you joined.'],
    ['another entry', false, 'This game locked before they joined.'],
  ])('a game that locked before %s joined', (_name, isOwn, text) => {
    const context = { rules: rulesWith({}), lines: {}, joinedAt: SUNDAY_1PM + HOUR, now: SUNDAY_1PM + HOUR };
    const reason = whyPick(aFinal(20, 24), undefined, false, context);
    expect([causeText(reason, context.rules, isOwn), addedText(reason)]).toEqual([text, '–']);
  });

  test('a line that was corrected in the pool, and a pick that is sealed', () => {
    const corrected = aFinal(20, 24, { spread: 3, frozenSpread: 6 });
    expect(told(corrected, home, spread({ line: 'frozen' }), { g1: 6 })).toContain('Line corrected in this pool.');
    expect(told(aGame({ kickoff: SUNDAY_1PM + 5 * HOUR }), undefined, spread(), {}, true)).toBe(
      'Pick is in. Sealed until the game locks. –',
    );
  });

  test('the score once the game has begun', () => {
    const at = (game: Game) =>
      scoreText(whyPick(game, home, false, { rules: rulesWith({}), lines: {}, joinedAt: 0, now: SUNDAY_1PM }));
    expect(at(aFinal(20, 24))).toBe('DAL 20, PHI 24');
    expect(at(aGame())).toBe('DAL @ PHI');
  });
});

describe('The reason of a place reads', () => {
  const rank: RankReason = {
    rank: 3,
    of: 9,
    ahead: 2,
    areEntries: false,
    levelWith: [],
    separated: [],
    leaders: ['Ann'],
    behind: 5,
    lead: 2,
  };
  test.each<[string, Partial<RankReason>, string]>([
    ['behind', {}, '2 players have more. 2.5 behind Ann.'],
    ['behind, if a person has several entries', { areEntries: true }, '2 entries have more. 2.5 behind Ann.'],
    [
      'level',
      { rank: 2, ahead: 1, levelWith: ['Bob', 'Cy'] },
      '1 player has more. Level with Bob and Cy: level totals share a place. 2.5 behind Ann.',
    ],
    ['alone in front', { rank: 1, ahead: 0, leaders: [], behind: 0 }, 'Nobody has more. 1 ahead of the next.'],
    [
      'together in front',
      { rank: 1, ahead: 0, levelWith: ['A', 'B', 'C', 'D'], behind: 0 },
      'Nobody has more. Level with A, B and 2 others: level totals share a place. 1 ahead of the rest.',
    ],
    [
      'in front by the season tiebreak',
      { rank: 1, ahead: 0, behind: 0, separated: [{ name: 'Bob', by: 'wins', own: 4, theirs: 3 }] },
      'Nobody has more. Level on points: Ahead of Bob on week wins, 4 to 3. 1 ahead of the rest.',
    ],
    [
      'separated by the season tiebreak',
      {
        rank: 2,
        ahead: 0,
        behind: 0,
        separated: [
          { name: 'Ann', by: 'wins', own: 3, theirs: 4 },
          { name: 'Bob', by: 'off', own: 120, theirs: 131 },
          { name: 'Cy', by: 'correct', own: 90, theirs: 88 },
        ],
      },
      'Nobody has more. Level on points: Behind Ann on week wins, 3 to 4. Ahead of Bob on guesses, in points off, 120 to 131.',
    ],
  ])('%s', (_name, more, text) => {
    expect(rankText({ ...rank, ...more })).toBe(text);
  });

  test('what a week added to the total', () => {
    const share = { weekId: '2026-week1', score: 4, halves: 0, isDropped: true, isLate: true, points: 1 };
    expect(shareText(share, rulesWith({ dropWeeks: 2 }))).toBe(
      'From before they joined: the lowest score of those who picked. Dropped: one of the 2 lowest weeks.',
    );
    expect(shareText({ ...share, isDropped: false, isLate: false, points: 2 }, rulesWith({}))).toBe(
      '2 points a right pick.',
    );
  });
});

test('How a week was won reads', () => {
  const win = { isWinner: true, levelWith: ['Bob'], guesses: null, tiebreakGid: 'g1', total: 44 };
  const rules = rulesWith({ tiebreak: 'closest' });
  expect(winText({ ...win, levelWith: [] }, rules)).toBe('Nobody has more: won the week.');
  expect(winText(win, rulesWith({}))).toBe('Level with Bob at the top. They share the week.');
  expect(winText(win, rules)).toBe('Level with Bob at the top. Their guesses are level, too. They share the week.');
  expect(winText({ ...win, isWinner: false, guesses: [] }, rules)).toMatch(/the week went to the better guess\.$/);
  const guess = { id: 'u', name: 'U', hasWon: true, isFirst: false };
  expect([-2, 0, 3, null].map((difference) => guessText({ ...guess, guess: 43, difference }))).toEqual([
    '43, 2 under',
    '43, right on',
    '43, 3 over',
    'no guess',
  ]);
  expect(guessText({ ...guess, guess: 43, difference: -2, isFirst: true })).toBe('43, 2 under, guessed first');
});

test('Why a life was lost reads', () => {
  const games = [aFinal(20, 24), aFinal(17, 17, { home: 'KC', away: 'BUF' })];
  const text = (life: AskedLife) => lifeText(life, games, { lives: 2 });
  expect(text({ result: 'won', team: 'PHI' })).toBe('PHI beat DAL 24-20.');
  expect(text({ result: 'lost', team: 'DAL' })).toBe('DAL lost to PHI 20-24: that costs a life.');
  expect(text({ result: 'lost', team: 'KC' })).toBe('KC tied BUF 17-17: a tie costs a life, too.');
  expect(text({ result: 'missed' })).toBe('No team chosen: that costs a life.');
  expect(text({ result: 'off', team: 'KC' })).toBe("KC didn't count: that costs nothing.");
});

test.each<[AskedLife, Parameters<typeof lifeText>[2], string]>([
  [{ result: 'won', team: 'DAL' }, { goal: 'lose' }, 'DAL lost to PHI 20-24: that costs nothing.'],
  [{ result: 'lost', team: 'PHI' }, { goal: 'lose' }, 'PHI beat DAL 24-20: that means elimination.'],
  [{ result: 'lost', team: 'KC' }, { goal: 'lose' }, 'KC tied BUF 17-17: a tie means elimination, too.'],
  [{ result: 'won', team: 'KC' }, { survivorTie: 'wins' }, 'KC tied BUF 17-17: a tie costs nothing.'],
  [{ result: 'won', team: 'SF' }, {}, 'SF won.'],
  [{ result: 'lost', team: 'SF' }, {}, 'SF did not win: that means elimination.'],
  [{ result: 'won', team: 'SF' }, { survivorTie: 'wins' }, 'SF was safe.'],
  [{ result: 'lost', team: 'SF' }, { goal: 'lose', lives: 3 }, 'SF did not lose: that costs a life.'],
  [
    { result: 'spared', team: 'DAL' },
    {},
    'DAL lost to PHI 20-24: that costs nothing, since nobody who was left was safe.',
  ],
  [
    { result: 'pending', team: 'KC' },
    {},
    'KC tied BUF 17-17: a tie means elimination, unless nobody who is left is safe.',
  ],
  [{ result: 'missed' }, { lives: 1 }, 'No team chosen: that means elimination.'],
  [{ result: 'spared' }, {}, 'No team chosen: that costs nothing, since nobody who was left was safe.'],
])('Why a week with %j cost a life under %j, or did not, reads %s', (life, rules, text) => {
  const games = [aFinal(20, 24), aFinal(17, 17, { home: 'KC', away: 'BUF' })];
  expect(lifeText(life, games, rules)).toBe(text);
});

describe('A week in games reads', () => {
  const [right, wrong] = [aFinal(20, 24), aFinal(24, 20)];
  const none = undefined;
  const half = rulesWith({ tie: 'half' });
  const off = { ...right, void: 'cancelled' as const };
  test.each<[string, readonly (readonly [Game, CountedPick | undefined])[], PoolRules, string]>([
    [
      'right and wrong',
      [
        [right, home],
        [wrong, home],
        [right, home],
      ],
      rulesWith({}),
      '2 right of 3 played',
    ],
    ['nothing right', [[wrong, home]], rulesWith({}), '0 right of 1 played'],
    [
      'half right',
      [
        [right, home],
        [aFinal(20, 20), home],
      ],
      half,
      '1 right and 1 half right of 2 played',
    ],
    [
      'a missing pick',
      [
        [right, home],
        [right, none],
      ],
      rulesWith({}),
      '1 right of 2 played',
    ],
    [
      'games of choice',
      [
        [right, home],
        [right, none],
      ],
      rulesWith({ games: 1 }),
      '1 right of 1 played',
    ],
    [
      'a game that is off',
      [
        [right, home],
        [off, home],
      ],
      rulesWith({}),
      '1 right of 1 played',
    ],
    [
      'a push that counts for nobody',
      [
        [right, home],
        [aFinal(20, 23, { spread: 3 }), home],
      ],
      spread({ push: 'none' }),
      '1 right of 1 played',
    ],
    [
      'games to come',
      [
        [right, home],
        [aGame(), home],
      ],
      rulesWith({}),
      '1 right of 1 played',
    ],
    ['no game over', [[aGame(), home]], rulesWith({}), 'no game played yet'],
  ])('%s', (_, picks, rules, text) => {
    const context = { rules, lines: {}, joinedAt: 0, now: SUNDAY_1PM + HOUR };
    expect(playedText(picks.map(([game, pick]) => whyPick(game, pick, false, context)))).toBe(text);
  });
});
