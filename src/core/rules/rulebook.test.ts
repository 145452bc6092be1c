import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { traitsOf } from '#core/formats/traits.ts';
import { capital } from '#core/listed.ts';
import { weekId } from '#core/weeks.ts';
import { anyRules } from '#tests/core-samples.ts';
import { stepsBetween } from '#tests/rule-steps.ts';
import { closedChoice, closedRule, tidyRules } from './closed-rules.ts';
import { findByWords } from './find-by-words.ts';
import type { PoolRules, RuleName, SaidRules } from './pool-rules.ts';
import { defaultRules, ruleChoices, ruleNames, rulesWith } from './pool-rules.ts';
import type { RuleRow } from './rulebook.ts';
import {
  isSaidByOthers,
  possibleChoices,
  rulebookOf,
  ruleParts,
  rulePlaces,
  rulesIn,
  searchedText,
  valueIn,
  weekConflicts,
} from './rulebook.ts';
import { keptTexts, ruleSentences, usualText } from './sentences.ts';
import type { WeekRules } from './week-rules.ts';
import { weekRulesOf } from './week-rules.ts';
import { ruleText, valueWords, wordsOf } from './words.ts';

/** Consistent rules. */
const someRules = anyRules.map(tidyRules);

/** Weeks of 2026 in order, the last one included. */
const weeks = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => weekId(2026, first + at));

const rowsOf = (rules: PoolRules, also?: ReadonlySet<RuleName>): RuleRow[] =>
  rulebookOf(rules, also).flatMap(({ shown, usual }) => [...shown, ...usual]);
const textOf = ({ parts }: RuleRow): string => parts.map(({ text }) => text).join('');

describe('The rulebook', () => {
  test('has one row for each rule that applies, on one card, and none for rules that are closed but Round Spread', () => {
    fc.assert(
      fc.property(someRules, fc.subarray([...ruleNames]), (rules, also) => {
        const applies = ruleNames.filter((rule) => closedRule(rule, rules) === null);
        const expected = new Set([...applies, ...(traitsOf(rules).rules.has('roundSpread') ? ['roundSpread'] : [])]);
        const rows = rowsOf(rules, new Set(also));
        const told = rows.flatMap((row) => row.rules);
        expect(new Set(told)).toEqual(expected);
        expect(told).toHaveLength(expected.size);
        for (const { head, rules: names } of rows) expect(names).toContain(head);
        for (const { card, shown, usual } of rulebookOf(rules))
          for (const { head } of [...shown, ...usual]) expect(rulePlaces[head].card).toBe(card);
      }),
    );
  });

  test('folds the rows whose rules are all at their defaults, but for those that every reader looks for and those that were added', () => {
    fc.assert(
      fc.property(someRules, fc.subarray([...ruleNames]), (rules, also) => {
        const isShown = (rule: RuleName) =>
          rules[rule] !== defaultRules[rule] || also.includes(rule) || rulePlaces[rule].isMain === true;
        for (const { shown, usual } of rulebookOf(rules, new Set(also))) {
          for (const row of shown) expect(row.rules.some(isShown)).toBe(true);
          for (const row of usual) expect(row.rules.some(isShown)).toBe(false);
          const main = shown.map(({ head }) => rulePlaces[head].isMain === true);
          expect(main).toEqual(main.toSorted((a, b) => Number(b) - Number(a)));
        }
      }),
    );
  });

  test.each<[string, Partial<PoolRules>, boolean]>([
    ['where a score can meet a line', { useSpread: true }, true],
    ['not with rounded lines', { useSpread: true, roundSpread: true }, false],
    ['not without lines', {}, false],
  ])('says what a push does in a row that is not folded: %s', (_, some, isShown) => {
    const cards = rulebookOf(rulesWith(some));
    const heads = (rows: readonly RuleRow[]) => rows.map(({ head }) => head);
    expect(cards.flatMap(({ shown }) => heads(shown)).includes('push')).toBe(isShown);
    expect(cards.flatMap(({ usual }) => heads(usual))).not.toContain('push');
  });

  test('names the value of each rule in its row, in a sentence that reads without the values set apart', () => {
    fc.assert(
      fc.property(someRules, (rules) => {
        for (const row of rowsOf(rules)) {
          const { head, parts } = row;
          expect(parts.filter(({ rule }) => rule === head).map(({ text }) => text)).not.toContain('');
          expect(parts.some(({ rule }) => rule === head)).toBe(true);
          const labelled = `${wordsOf(head).label}: ${valueWords(head, rules[head])}. ${ruleText(head, rules)}`;
          const isNamed = ruleParts(head, rules).some(({ rule }) => rule === head);
          expect(textOf(row)).toBe(isNamed ? ruleText(head, rules) : labelled);
          expect(textOf(row)).not.toMatch(/[{}]/);
        }
      }),
    );
  });

  test('sets each value of a sentence apart, also those of rules that complete it', () => {
    const rules = rulesWith({ format: 'survivor', buyBacks: 1, buyBackUntil: 15 });
    expect(ruleParts('lives', rules)).toEqual([
      { text: 'Lose ', rule: null },
      { text: 'once', rule: 'lives' },
      { text: " and you're out. A tie or a missed week counts as a loss.", rule: null },
    ]);
    const buyBacks = rowsOf(rules).find(({ head }) => head === 'buyBacks');
    expect(buyBacks?.parts.filter(({ rule }) => rule !== null)).toEqual([
      { text: 'Week 15', rule: 'buyBackUntil' },
      { text: 'once', rule: 'buyBacks' },
      { text: 'A commissioner', rule: 'buyBackBy' },
    ]);
  });

  test.each<[Partial<PoolRules>, RuleName[]]>([
    [{}, ['games', 'slate']],
    [{ games: 5, slate: 'chosen' }, []],
    [{ format: 'confidence' }, ['slate']],
    [{ format: 'survivor' }, ['goal', 'survivorTie', 'teamUses', 'twoTeamsFrom', 'missed']],
    [
      { format: 'survivor', goal: 'lose', survivorTie: 'wins', teamsAgainAfter: 9, twoTeamsFrom: 12, missed: 'own' },
      [],
    ],
  ])('has rows at their defaults that say nothing new to readers: %j', (some, heads) => {
    const rules = rulesWith(some);
    const said = rowsOf(rules).filter((row) => isSaidByOthers(row, rules));
    expect(new Set(said.map(({ head }) => head))).toEqual(new Set(heads));
  });

  test.each(['deadline', 'line'] as const)('says %s in the words of its choices', (rule) => {
    for (const choice of ruleChoices[rule]) {
      const rules = rulesWith({ useSpread: true, [rule]: choice });
      expect(capital(valueIn(rule, rules))).toBe(valueWords(rule, choice));
    }
  });

  test('says in a spread pool which line counts below when picks lock', () => {
    const lock = rulebookOf(rulesWith({ useSpread: true })).find(({ card }) => card === 'lock');
    expect(lock?.shown.map(({ head }) => head)).toEqual(['deadline', 'line']);
  });

  test('lists beside a sentence only rules that are on or off', () => {
    fc.assert(
      fc.property(someRules, (rules) => {
        for (const { rules: names, parts } of rowsOf(rules)) {
          const beside = names.filter((name) => parts.every(({ rule }) => rule !== name));
          for (const rule of beside) expect(ruleChoices[rule]).toHaveLength(2);
          for (const rule of beside) expect(typeof rules[rule]).toBe('boolean');
        }
      }),
    );
  });

  test('offers every choice that is open', () => {
    fc.assert(
      fc.property(someRules, (rules) => {
        for (const rule of ruleNames) {
          const all: readonly PoolRules[RuleName][] = ruleChoices[rule];
          const open = all.filter((choice) => closedChoice(rule, choice, rules) === null);
          expect(possibleChoices(rule, rules, [])).toEqual(expect.arrayContaining(open));
        }
      }),
    );
  });

  test('leads from any rules to any others of the format, one open choice after another', () => {
    fc.assert(
      fc.property(someRules, someRules, (from, any) => {
        const wanted = tidyRules({ ...any, format: from.format });
        const set = (rules: PoolRules, rule: RuleName) => tidyRules({ ...rules, [rule]: wanted[rule] });
        const start = rulesWith({ format: from.format });
        for (const before of [start, from]) expect(stepsBetween(before, wanted).reduce(set, before)).toEqual(wanted);
      }),
    );
  });

  test.each<[RuleName, number[], PoolRules[RuleName][]]>([
    ['twoTeamsFrom', [15, 20], [0, 15, 16, 17, 18]],
    ['teamsAgainAfter', [15, 20], [0, 15, 16, 17]],
    ['buyBackUntil', [15, 18], [15, 16, 17, 18]],
    ['lives', [15, 18], [1, 2, 3, 4, 5]],
    ['missed', [1, 18], ['nothing', 'own']],
  ])('offers for %s what the pool can have in its weeks', (rule, [first = 1, last = 18], choices) => {
    expect(possibleChoices(rule, rulesWith({ format: 'survivor' }), weeks(first, last))).toEqual(choices);
  });
});

describe('A search for a rule', () => {
  test.each(ruleNames)('finds %s by its label', (rule) => {
    const { label } = wordsOf(rule);
    for (const text of [label, ` ${label.toUpperCase().slice(0, 4)}`])
      expect(findByWords([{ label, searched: searchedText(rule, defaultRules) }], text)).toMatchObject({
        isWhole: true,
      });
  });

  test.each<[string, Partial<PoolRules>, RuleName[]]>([
    ['tie', { useSpread: true }, ['tie', 'tiebreak', 'seasonTiebreak', 'push']],
    ['tie', { format: 'survivor' }, ['survivorTie', 'lives']],
    ['Best bet', {}, ['bestBets']],
    ['strikes', { format: 'survivor' }, ['lives']],
    ['come back', { format: 'survivor' }, ['buyBacks', 'allOut', 'teamsAgainAfter', 'teamUses']],
    ['reenter', { format: 'survivor' }, ['buyBacks']],
    ['tie is a win', { format: 'survivor' }, ['survivorTie']],
    ['the number of correct picks', { format: 'survivor' }, ['survivors']],
    ['missed week', {}, ['missed']],
    ['half a point', {}, ['roundSpread', 'tie']],
    ['reinstated', { format: 'survivor' }, ['allOut']],
    ['two picks per week', { format: 'survivor' }, ['twoTeamsFrom']],
    ['number of picks', {}, ['games', 'seasonTiebreak']],
    ['spreadsheet', { useSpread: true }, []],
    ['pushes', { useSpread: true }, ['push', 'roundSpread']],
    ['six games', {}, ['games']],
    ['odds', { useSpread: true }, ['line']],
    ['lowest average', {}, ['seasonTiebreak']],
    ['drop', {}, ['dropWeeks']],
    ['tiebreaker', { format: 'confidence' }, ['tiebreak', 'seasonTiebreak']],
    ['season tiebreaker', { format: 'confidence' }, ['seasonTiebreak']],
    ['games won', { format: 'confidence' }, ['seasonTiebreak']],
    ['point spread', { format: 'confidence' }, ['useSpread', 'roundSpread']],
    ['multiple entries', { format: 'survivor' }, ['entries']],
    ['everyone loses', { format: 'survivor' }, ['allOut']],
    ['tied game', { format: 'confidence' }, ['tie', 'tiebreak', 'seasonTiebreak']],
    ['skip a week', {}, ['weekly']],
    ['last one standing', { format: 'survivor' }, ['allOut', 'survivors']],
    ['mulligan', { format: 'survivor' }, ['lives', 'buyBacks']],
    ['Thanksgiving', {}, ['deadline']],
    ['11:59', { format: 'survivor' }, ['deadline']],
    ['forget', {}, ['missed']],
    ['how many teams left', { format: 'survivor' }, ['teamUses']],
    ['autopicks', {}, ['missed']],
    ['lock of the week', {}, ['bestBets', 'deadline', 'lateJoin']],
    ['fee', {}, []],
    ['side table', {}, []],
  ])('for "%s" with %j finds first of all %j', (text, some, found) => {
    const rules = rulesWith(some);
    const names = rowsOf(rules).flatMap((row) => row.rules);
    const all = ruleNames
      .filter((rule) => names.includes(rule))
      .map((rule) => ({ rule, label: wordsOf(rule).label, searched: searchedText(rule, rules) }));
    const { finds, isWhole } = findByWords(all, text);
    const whole = isWhole ? finds.map(({ rule }) => rule) : [];
    expect(found.length === 0 ? whole : whole.slice(0, found.length)).toEqual(found);
  });
});

describe('Rules and the weeks of the pool', () => {
  const survivor = (some: Partial<PoolRules>) => rulesWith({ format: 'survivor', ...some });

  test.each<[string, PoolRules, string[], [string, string, Partial<PoolRules>] | null]>([
    ['nothing without weeks', survivor({ buyBacks: 1, twoTeamsFrom: 14 }), [], null],
    ['buy-backs that fit', survivor({ buyBacks: 1 }), weeks(4, 18), null],
    [
      'buy-backs that end too early',
      survivor({ buyBacks: 1 }),
      weeks(12, 20),
      ['Buy-backs end before the pool begins.', 'Use Week 15', { buyBackUntil: 15 }],
    ],
    [
      'buy-backs in a pool of two weeks',
      survivor({ buyBacks: 2 }),
      weeks(17, 18),
      ['Buy-backs end before the pool begins.', 'Use Week 18', { buyBackUntil: 18 }],
    ],
    [
      'buy-backs in the playoffs',
      survivor({ buyBacks: 1, buyBackUntil: 18 }),
      weeks(19, 22),
      ['Buy-backs end before the pool begins.', 'No buy-backs', { buyBacks: 0 }],
    ],
    [
      'buy-backs that end too late',
      survivor({ buyBacks: 1, buyBackUntil: 13 }),
      weeks(10, 12),
      ['Buy-backs end after the pool does.', 'Use Week 12', { buyBackUntil: 12 }],
    ],
    ['buy-backs of another format', rulesWith({ buyBacks: 1 }), weeks(12, 18), null],
    ['two teams from the last week on', survivor({ twoTeamsFrom: 10 }), weeks(1, 10), null],
    [
      'two teams after the last week',
      survivor({ twoTeamsFrom: 11 }),
      weeks(1, 10),
      ['The pool has no week with two teams.', 'Use Week 10', { twoTeamsFrom: 10 }],
    ],
    [
      'two teams in the playoffs',
      survivor({ twoTeamsFrom: 1 }),
      weeks(19, 22),
      ['The pool has no week with two teams.', 'Use one team', { twoTeamsFrom: 0 }],
    ],
    ['teams that come back in the first week', survivor({ teamsAgainAfter: 12 }), weeks(12, 18), null],
    [
      'teams that come back before the first week',
      survivor({ teamsAgainAfter: 11 }),
      weeks(12, 18),
      ['Used teams come back before the pool begins.', 'Never', { teamsAgainAfter: 0 }],
    ],
    [
      'the same in a pool with playoffs',
      survivor({ teamsAgainAfter: 11 }),
      weeks(12, 22),
      ['Used teams come back before the pool begins.', 'Only in the playoffs', { teamsAgainAfter: 0 }],
    ],
    [
      'teams that come back after the last week',
      survivor({ teamsAgainAfter: 9 }),
      weeks(1, 9),
      ['No week of the regular season is left after used teams come back.', 'Never', { teamsAgainAfter: 0 }],
    ],
    ['fewer dropped weeks than weeks', rulesWith({ dropWeeks: 2 }), weeks(1, 3), null],
    [
      'as many dropped weeks as weeks',
      rulesWith({ dropWeeks: 3 }),
      weeks(1, 3),
      ["3 weeks can't be dropped: the pool has only 3.", 'Drop 2', { dropWeeks: 2 }],
    ],
    [
      'a dropped week of one',
      rulesWith({ dropWeeks: 1 }),
      weeks(1, 1),
      ["1 week can't be dropped: the pool has only 1.", 'Drop none', { dropWeeks: 0 }],
    ],
  ])('conflict or not: %s', (_, rules, weekIds, conflict) => {
    const [text, action, mend] = conflict ?? [];
    expect(weekConflicts(rules, weekIds)).toEqual(conflict === null ? [] : [{ text, action, mend }]);
  });

  test('no longer conflict once each conflict is mended, by choices that the rulebook offers', () => {
    const someWeeks = fc
      .tuple(fc.integer({ min: 1, max: 22 }), fc.integer({ min: 0, max: 21 }))
      .map(([first, more]) => weeks(first, Math.min(first + more, 22)));
    fc.assert(
      fc.property(someRules, someWeeks, (rules, weekIds) => {
        for (const { text, mend } of weekConflicts(rules, weekIds)) {
          const mended = tidyRules({ ...rules, ...mend });
          expect(mended).toMatchObject(mend);
          expect(weekConflicts(mended, weekIds).map((each) => each.text)).not.toContain(text);
          for (const rule of Object.keys(mend) as RuleName[])
            expect(possibleChoices(rule, rules, weekIds)).toContain(mended[rule]);
        }
      }),
    );
  });
});

describe('Rules in short', () => {
  test.each<[string, Partial<PoolRules>, string[]]>([
    [
      "all of many of the pool's own",
      { entries: 2, tie: 'half', games: 5, bestBets: 2, dropWeeks: 1, upset: 1 },
      [
        'Each member may play up to 2 entries, each with picks and a place of its own.',
        'If a game ends in a tie, either side earns half as much as a right pick.',
        'Each player picks 5 games a week, whichever they like.',
        'Each player may mark 2 picks a week as best bets, worth double.',
        'Every right pick of an underdog is worth 1 more point.',
        "Each player's lowest week is dropped once two weeks are decided.",
      ],
    ],
  ])('are %s', (_, some, lines) => {
    expect(ruleSentences(rulesWith(some)).own).toEqual(lines);
  });

  test('are sentences', () => {
    fc.assert(
      fc.property(someRules, (rules) => {
        for (const line of ruleSentences(rules).own) expect(line).toMatch(/^[A-Z](?!.*(?:undefined|: ,)).*\.$/);
      }),
    );
  });

  test.each<[string, Partial<PoolRules>, Partial<Record<string, string>>]>([
    [
      'what everybody should know of them',
      {},
      {
        pick: 'all games count · pick every game',
        count:
          'nobody gets a point if a game ends in a tie · a missed game earns nothing · no best bets · no upset points · playoffs count the same',
        season:
          'one entry each · no dropped weeks · no points before joining · no weeks off · ties for the week are shared · season ties are shared',
      },
    ],
    [
      'the others once these are set',
      { tie: 'half', missed: 'home', bestBets: 1 },
      {
        count: 'no limit of auto picks · no upset points · playoffs count the same',
      },
    ],
    [
      'nothing of the playoffs once one of their rounds counts more',
      { tie: 'half', missed: 'home', superBowlPoints: 3 },
      {
        count: 'no limit of auto picks · no best bets · no upset points',
      },
    ],
    [
      'what survivor pools play by',
      { format: 'survivor' },
      {
        pick: 'pick winners · no team twice before the playoffs · one team a week',
        count: 'a tie puts you out · a missed week puts you out',
        season:
          'one entry each · the last ones out share the win · all left at the end share first place · no buy-backs',
      },
    ],
    [
      'what survivor pools with two teams play by',
      { format: 'survivor', twoTeamsFrom: 10, lives: 2 },
      { count: 'a tie costs a life · a missing team costs a life' },
    ],
  ])('say of folded rules %s', (_, some, told) => {
    const rules = rulesWith(some);
    const texts = rulebookOf(rules).map(({ card, usual }) => [card, usualText(rules, usual)]);
    expect(Object.fromEntries(texts)).toMatchObject(told);
  });

  test('say nothing of playoffs that the weeks of the pool leave out', () => {
    const rules = (weekIds: readonly string[]) => rulesIn(weekIds, rulesWith({ format: 'survivor' }));
    const text = (said: SaidRules) => {
      const [pick] = rulebookOf(said);
      const value = valueWords('teamsAgainAfter', 0, said);
      return `${pick?.shown.map(({ parts }) => parts.map((part) => part.text).join(''))} ${usualText(said, pick?.usual ?? [])} ${value}`;
    };
    expect(text(rules(['2026-week18']))).toBe(
      'Survivor: each week players choose one team to win, and no team twice. pick winners · no team twice · one team a week Never',
    );
    for (const weekIds of [[], ['2026-week18', '2026-wild-card']])
      expect(text(rules(weekIds))).toMatch(
        /team twice before the playoffs\..* twice before the playoffs .* In the playoffs$/,
      );
  });

  test('say nothing of folded rules that are set', () => {
    const rules = rulesWith({ tie: 'half' });
    const rows = rowsOf(rules).filter(({ head }) => head === 'tie' || head === 'bestBets');
    expect(usualText(rules, rows)).toBe('no best bets');
  });

  test('say something of every folded row', () => {
    fc.assert(
      fc.property(someRules, (rules) => {
        for (const row of rulebookOf(rules).flatMap(({ usual }) => usual))
          expect(usualText(rules, [row])).toMatch(/^[a-z].*[a-z]$/);
      }),
    );
  });
});

describe('What the next weeks keep of earlier rules', () => {
  const later = rulesWith({ deadline: 'week' });
  const own = { ...weekRulesOf(defaultRules) };
  const [W9, W10, W11] = [9, 10, 11].map((week) => weekId(2026, week)) as [string, string, string];

  test.each<[string, Record<string, WeekRules>, string | null, [RuleName, string][]]>([
    ['nothing, if no week keeps its own', {}, W9, []],
    ['nothing of weeks that are over', { [W9]: own }, W10, []],
    ['nothing in a pool without an active week', { [W9]: own }, null, []],
    [
      'until the last of them',
      { [W11]: own, [W10]: own, [W9]: own },
      W10,
      [['deadline', "Until Week 11: picks lock at each game's kick-off."]],
    ],
    [
      'the games, too',
      { [W10]: { ...own, slate: 'days', mondayGames: false } },
      W10,
      [
        ['deadline', "Until Week 10: picks lock at each game's kick-off."],
        ['slate', 'Until Week 10: the pool has no games on Monday, Eastern time.'],
      ],
    ],
  ])('is %s', (_, weekRules, from, texts) => {
    expect([...keptTexts(later, weekRules, from)]).toEqual(texts);
  });
});
