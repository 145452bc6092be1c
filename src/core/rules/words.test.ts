import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayedSpread, favoredSide } from '#core/spread.ts';
import { anyRules } from '#tests/core-samples.ts';
import { closedRule, settledRules, tidyRules } from './closed-rules.ts';
import type { PoolRules, RuleName } from './pool-rules.ts';
import { defaultRules, ruleChoices, ruleNames, rulesWith } from './pool-rules.ts';
import { kindOf, presets } from './presets.ts';
import { ruleSentences } from './sentences.ts';
import { presetWords, ruleText, slateText, valueWords, wordsOf } from './words.ts';

const givens: Readonly<Record<PoolRules['format'], readonly string[]>> = {
  pickem: ['A right pick is worth 1 point.', 'The most points win the season.'],
  confidence: ['A missed game earns nothing.', 'The most points win the season.'],
  survivor: [
    'The last one left wins.',
    'A game that is called off hurts nobody, and its teams can be used again.',
    "Nobody can join once the pool's first game has locked.",
  ],
};

describe('The words of the rules', () => {
  test.each(ruleNames)('describe every choice of %s differently, in sentences', (rule) => {
    const choices: readonly PoolRules[typeof rule][] = ruleChoices[rule];
    const { choice } = wordsOf(rule);
    const told = choices.map((each) => ruleText(rule, { ...defaultRules, [rule]: each }));
    expect(new Set(told).size).toBe(choices.length);
    for (const text of told) expect(text).toMatch(/^[A-Z].*\.$/);
    if (choice !== undefined) expect(new Set(choices.map((each) => choice(each))).size).toBe(choices.length);
  });

  test.each<[string, Partial<PoolRules>, string[]]>([
    ['nothing of its own if a pool sets nothing', {}, []],
    [
      'what differs from the defaults',
      { useSpread: true, push: 'half', dropWeeks: 2 },
      [
        'Picks are against the spread: the underdog gets the line as a head start.',
        "If a game that isn't a tie lands exactly on its line, either side earns half as much as a right pick.",
        "Each player's 2 lowest weeks are dropped once more than 2 weeks are decided.",
      ],
    ],
    [
      'the days that are left out once',
      { slate: 'days', thursdayGames: false, mondayGames: false },
      ['The pool has no games on Thursday or Monday, Eastern time.'],
    ],
    ['nothing that cannot apply', { push: 'half', roundSpread: true }, []],
  ])('tell %s', (_, some, own) => {
    expect(ruleSentences(rulesWith(some)).own).toEqual(own);
  });

  test.each<[string, Partial<PoolRules>, string]>([
    ['straight up', { tie: 'both' }, 'If a game ends in a tie, both sides are right.'],
    [
      'against the line only where it favors nobody',
      { useSpread: true, tie: 'both' },
      'If a game with an even line or none ends in a tie, both sides are right.',
    ],
    [
      'against rounded lines, which are never even, only without one',
      { useSpread: true, roundSpread: true, tie: 'half' },
      'If a game without a line ends in a tie, either side earns half as much as a right pick.',
    ],
  ])('tell what a tie is %s', (_, some, sentence) => {
    expect(ruleSentences(rulesWith(some)).own).toContain(sentence);
  });

  test('say which line counts for picks that were made, or locked, before it moved', () => {
    expect(ruleText('line', rulesWith({ useSpread: true, deadline: 'week' }))).toBe(
      "The last line counts, also for picks made before it moved. A game's line may move until a day before its kick-off.",
    );
  });

  test('say in one way that a push counts for nobody', () => {
    const rules = presets['yahoo-spread'];
    const texts = [valueWords('push', 'none'), ruleText('push', rules), presetWords['yahoo-spread'].sentence];
    for (const text of texts) expect(text).toContain('counts for nobody');
  });

  test('say nothing of rounding on the card of a preset, which stays chosen without it', () => {
    const rules = rulesWith({ ...presets.spread, roundSpread: false });
    expect(presetWords[kindOf(rules)].sentence).not.toMatch(/half|round/i);
  });

  test.each<[PoolRules['deadlineTime'], string]>([
    [
      '00:00',
      "Picks lock at a set day and time: all of a week's games on Friday at midnight Eastern, as the day begins. A game",
    ],
    ['12:00', "Picks lock at a set day and time: all of a week's games on Friday at noon Eastern. A game"],
    ['23:00', "Picks lock at a set day and time: all of a week's games on Friday at 11 PM Eastern. A game"],
  ])('say which end of the day a deadline at %s is', (deadlineTime, start) => {
    const [text = ''] = ruleSentences(rulesWith({ deadline: 'own', deadlineDay: 'friday', deadlineTime })).own;
    expect(text.slice(0, start.length)).toBe(start);
  });

  test.each<[string, Partial<PoolRules>, string]>([
    ['a missed game', {}, 'Nothing'],
    ['a missed week of a survivor pool with one life', { format: 'survivor' }, "You're out"],
    ['a missed week of a survivor pool with several', { format: 'survivor', lives: 2 }, 'A lost life'],
  ])('say in the list what counts for %s', (_, some, text) => {
    expect(valueWords('missed', 'nothing', rulesWith(some))).toBe(text);
  });

  test.each<[Partial<PoolRules>, string | null]>([
    [{}, null],
    [{ slate: 'days' }, null],
    [{ slate: 'days', thursdayGames: false, mondayGames: false }, 'None on Thursday or Monday'],
    [{ slate: 'chosen' }, 'Chosen by a commissioner'],
  ])('say in a few words which games %j leaves: %s', (some, text) => {
    expect(slateText(rulesWith(some))).toBe(text);
  });

  test.each<[Partial<PoolRules>, string]>([
    [
      { missed: 'home', missedLimit: 1 },
      'Missed games count only in the first week in which a player misses any. After that, a missed game earns nothing.',
    ],
    [
      { missed: 'underdog', missedLimit: 3 },
      'Missed games count only in the first 3 weeks in which a player misses any. After that, a missed game earns nothing.',
    ],
    [
      { missed: 'own', missedLimit: 4 },
      "A player's default counts in at most 4 weeks. After that, a missed game earns nothing.",
    ],
    [
      { format: 'survivor', missed: 'own', missedLimit: 1 },
      "A player's list counts in at most 1 week. After that, a missed week puts you out.",
    ],
    [
      { format: 'survivor', missed: 'own', missedLimit: 2, twoTeamsFrom: 1, lives: 3 },
      "A player's list counts in at most 2 weeks. After that, a missing team costs a life.",
    ],
  ])('state in how many weeks missed games count by %j', (some, sentence) => {
    expect(ruleSentences(rulesWith(some)).own).toContain(sentence);
  });

  test('state how many entries a member may have, unless it is one', () => {
    const several = 'Each member may play up to 3 entries, each with picks and a place of its own.';
    expect(ruleSentences(rulesWith({ entries: 3 })).own).toEqual([several]);
    expect(ruleSentences(defaultRules).usual).not.toContain('Each member has one entry.');
  });

  test('state the points of confidence by the scale of the pool, and nothing against it', () => {
    const told = ruleSentences(rulesWith({ format: 'confidence', scale: 'sixteen', wildCardPoints: 2 }));
    expect(told.own).toContain(
      'In the playoffs a right pick is worth 2 times its points in the Wild Card round, its points in the Divisional round, its points in the Conference round and its points in the Super Bowl.',
    );
  });

  test('state what a round is worth with confidence', () => {
    expect(ruleSentences(rulesWith({ format: 'confidence', superBowlPoints: 3 })).own).toContain(
      'In the playoffs a right pick is worth its rank in the Wild Card round, its rank in the Divisional round, its rank in the Conference round and 3 times its rank in the Super Bowl.',
    );
  });

  test('say that a round multiplies the points of underdogs, too', () => {
    expect(ruleSentences(rulesWith({ upset: 4, divisionalPoints: 10 })).own).toEqual([
      'Every right pick of an underdog is worth 4 more points.',
      'In the playoffs a right pick is worth its points in the Wild Card round, 10 times its points in the Divisional round, its points in the Conference round and its points in the Super Bowl.',
    ]);
    expect(ruleSentences(rulesWith({ divisionalPoints: 10 })).own).toEqual([
      'In the playoffs a right pick is worth 1 point in the Wild Card round, 10 points in the Divisional round, 1 point in the Conference round and 1 point in the Super Bowl.',
    ]);
  });

  test.each<[PoolRules['tiebreak'], string]>([
    ['closest', 'the closest guess wins the week.'],
    ['closest-under', "the closest guess that isn't over wins the week; if all are over, the closest one does."],
  ])('state who wins by the tiebreak %s, also without a guess, and if it decides nothing', (tiebreak, who) => {
    const [told = ''] = ruleSentences(rulesWith({ tiebreak })).own;
    expect(told).toContain(who);
    expect(told).toContain("Anyone who didn't guess loses to everyone who did.");
    expect(told).toContain("If the guesses don't settle it, or the game is called off, they share the week.");
  });

  const survivor = (some: Partial<PoolRules>) => ruleSentences(rulesWith({ format: 'survivor', ...some }));

  const once = 'Survivor: each week players choose one team to win, and no team twice before the playoffs.';

  test.each<[Partial<PoolRules>, string[]]>([
    [{}, [once]],
    [
      { goal: 'lose' },
      [
        'Survivor: each week players choose one team to lose, and no team twice before the playoffs.',
        'A team is safe if it loses.',
      ],
    ],
    [
      { survivorTie: 'wins', teamUses: 2 },
      [
        'Survivor: each week players choose one team to win.',
        'A tied game is safe.',
        'Each team can be used twice in the regular season. Used teams come back in the playoffs.',
      ],
    ],
    [
      { goal: 'lose', survivorTie: 'wins', teamUses: 3, teamsAgainAfter: 9 },
      [
        'Survivor: each week players choose one team to lose.',
        'A team is safe if it loses or ties.',
        'A tied game is safe.',
        'Each team can be used three times up to Week 9, three times after it, and three times again in the playoffs.',
      ],
    ],
    [
      { twoTeamsFrom: 12, allOut: 'goOn' },
      [
        'Survivor: each week players choose one team to win (two from Week 12 on), and no team twice before the playoffs.',
        'From Week 12 on, players choose two teams a week, from two different games, and both have to be safe. The playoffs go back to one team.',
        'If a week would put out everyone who is left, nobody goes out: they all go on.',
      ],
    ],
    [
      { twoTeamsFrom: 1, allOut: 'goOn', lives: 2 },
      [
        'Survivor: each week players choose two teams to win, and no team twice before the playoffs.',
        "Each player has 2 lives. A loss, a tie or a missing team costs one. Lose the last one and you're out.",
        "From Week 1 on, players choose two teams a week, from two different games, and each one that isn't safe costs a life. The playoffs go back to one team.",
        'If a week would put out everyone who is left, it costs nobody a life: they all go on.',
      ],
    ],
  ])('state what survivor pools choose and how often a team is used: %j', (some, own) => {
    const told = survivor(some).own;
    expect(new Set(told)).toEqual(new Set(own));
    expect(told[0]).toBe(own[0]);
  });

  test.each<[Partial<PoolRules>, string[]]>([
    [{}, ['Survivor: each week players choose one team to win, and no team twice.']],
    [{ teamUses: 2 }, ['Each team can be used twice. Used teams never come back.']],
    [{ teamsAgainAfter: 9 }, ['Each team can be used once up to Week 9, and once after it.']],
    [
      { twoTeamsFrom: 12 },
      ['From Week 12 on, players choose two teams a week, from two different games, and both have to be safe.'],
    ],
  ])('say nothing of the playoffs in survivor pools that play none: %j', (some, own) => {
    const told = ruleSentences({ ...rulesWith({ format: 'survivor', ...some }), hasPlayoffs: false });
    expect(told.own).toEqual(expect.arrayContaining(own));
    expect([...told.own, ...told.usual].join(' ')).not.toContain('playoffs');
  });

  test.each<[Partial<PoolRules>, string]>([
    [{}, "Lose once and you're out. A tie or a missed week counts as a loss."],
    [{ twoTeamsFrom: 12 }, "Lose once and you're out. A tie or a missing team counts as a loss."],
    [{ survivorTie: 'wins' }, "Lose once and you're out. A missed week counts as a loss."],
    [{ missed: 'own' }, "Lose once and you're out. A tie counts as a loss."],
    [{ missed: 'own', survivorTie: 'wins' }, "Lose once and you're out."],
    [{ goal: 'lose' }, "Choose one winner and you're out. A tie or a missed week counts as one."],
    [
      { lives: 3 },
      "Each player has 3 lives. A loss, a tie or a missed week costs one. Lose the last one and you're out.",
    ],
    [
      { lives: 2, goal: 'lose', missed: 'own' },
      "Each player has 2 lives. A win or a tie costs one. Lose the last one and you're out.",
    ],
  ])('state what puts a player of a survivor pool out: %j', (some, sentence) => {
    expect(ruleText('lives', rulesWith({ format: 'survivor', ...some }))).toBe(sentence);
  });

  test('speak of no life where a player has only one', () => {
    const oneLife = fc.record({
      ...Object.fromEntries(ruleNames.map((rule) => [rule, fc.constantFrom(...ruleChoices[rule])])),
    });
    fc.assert(
      fc.property(oneLife, (any) => {
        const rules = tidyRules({ ...defaultRules, ...any, format: 'survivor', lives: 1, survivors: 'share' });
        const open = ruleNames.filter((rule) => closedRule(rule, rules) === null);
        for (const rule of open) expect(ruleText(rule, rules)).not.toMatch(/\b(life|lives)\b/);
        const { own, usual } = ruleSentences(rules);
        for (const text of [...own, ...usual]) expect(text).not.toMatch(/\b(life|lives)\b/);
      }),
    );
  });

  test.each<[Partial<PoolRules>, string]>([
    [{}, 'Without a list, a missed week puts you out.'],
    [{ lives: 2 }, 'Without a list, a missed week costs a life.'],
    [{ lives: 2, twoTeamsFrom: 3 }, 'Without a list, a missing team costs a life.'],
  ])('state when a listed team counts, and what happens without a list: %j', (some, end) => {
    const text = ruleText('missed', rulesWith({ format: 'survivor', missed: 'own', ...some }));
    expect(text).toContain('first one that they can still choose counts, once its game locks.');
    expect(text.endsWith(end), text).toBe(true);
  });

  test.each<[Partial<PoolRules>, string]>([
    [
      { buyBacks: 1 },
      'can be bought back once, until the first game of the next week locks. Its used teams stay used.',
    ],
    [
      { buyBacks: 2, lives: 2 },
      'bought back up to 2 times, until the first game of the next week locks. It gets one life, and',
    ],
  ])('state until when an entry can be bought back: %j', (some, part) => {
    expect(ruleText('buyBacks', rulesWith({ format: 'survivor', ...some }))).toContain(part);
  });

  test.each<[Partial<PoolRules>, string]>([
    [{}, 'players pick a side in every game of the week.'],
    [{ games: 5 }, 'players pick a side in some of the games of the week.'],
    [{ slate: 'chosen' }, 'players pick a side in every game.'],
  ])('say which games are picked by %j', (some, text) => {
    expect(ruleText('format', rulesWith(some))).toBe(`Pick'em, straight up: ${text}`);
  });

  test('state what rounding makes of an even line', () => {
    const rules = rulesWith({ useSpread: true, roundSpread: true });
    const even = displayedSpread(0, rules);
    expect(ruleText('roundSpread', rules)).toContain(
      `If the line is even, the ${favoredSide(even)} side is favored by ${Math.abs(even ?? 0)}.`,
    );
  });

  test.each<[PoolRules['lives'], string]>([
    [1, "If several are still in after the pool's last week, those with the most wins come first."],
    [
      2,
      "If several are still in after the pool's last week, those with the most lives left, then the most wins, come first.",
    ],
  ])('state who comes first of those who are still in with %d lives', (lives, sentence) => {
    expect(ruleText('survivors', rulesWith({ format: 'survivor', survivors: 'wins', lives }))).toContain(sentence);
  });

  test.each(['goal', 'survivorTie', 'teamUses', 'teamsAgainAfter', 'twoTeamsFrom', 'allOut'] as const)(
    'offer %s only with survivor',
    (rule) => {
      expect(closedRule(rule, rulesWith({ format: 'survivor' }))).toBeNull();
      for (const format of ['pickem', 'confidence'] as const)
        expect(closedRule(rule, rulesWith({ format }))).toBe('Only with survivor');
      expect(settledRules).toContain(rule);
    },
  );

  test('state every rule that applies once, and none that cannot apply or needs no mention', () => {
    fc.assert(
      fc.property(anyRules, (any) => {
        const rules = tidyRules(any);
        const { own, usual } = ruleSentences(rules);
        const open = ruleNames.filter((rule) => closedRule(rule, rules) === null);
        const told = [...own, ...usual];
        const isTold = (rule: RuleName) => !wordsOf(rule).isImplied || rules[rule] !== defaultRules[rule];
        const sentences = open.filter(isTold).map((rule) => ruleText(rule, rules));
        const given = [...givens[rules.format], ...(rules.weekly ? ['A missed game earns nothing.'] : [])];
        expect(new Set(told)).toEqual(new Set([...sentences, ...given]));
        expect(new Set(told).size).toBe(told.length);
        const different = ruleNames.filter((rule) => rules[rule] !== defaultRules[rule]);
        expect(own).toEqual([...new Set(different.map((rule) => ruleText(rule, rules)))]);
      }),
    );
  });
});
