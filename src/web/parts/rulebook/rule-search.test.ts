import { expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { PresetName } from '#core/rules/presets.ts';
import { presets } from '#core/rules/presets.ts';
import { rulebookOf } from '#core/rules/rulebook.ts';
import { MAX_SIDE_TABLES } from '#core/side-tables.ts';
import { weekId } from '#core/weeks.ts';
import { moneyFinds } from './money-rows.tsx';
import { answersOf, searchRules } from './rule-search.ts';
import type { DraftTable } from './side-table-draft.ts';
import { draftOf, ownTable } from './side-table-draft.ts';

/** What a search in New Pool finds. */
function search(rules: PoolRules, text: string, tables: readonly DraftTable[] = []) {
  const cards = rulebookOf(rules);
  const rows = (which: 'shown' | 'usual') =>
    cards.flatMap((card) => card[which]).filter(({ head }) => !['format', 'useSpread', 'roundSpread'].includes(head));
  const money = {
    rules,
    weekIds: Array.from({ length: 18 }, (_, at) => weekId(2026, at + 1)),
    draft: { plan: { fee: '', buyBack: '', week: [], places: [] }, tables },
    open: new Set<string>(),
    comingWeekId: null,
    flaw: null,
    onChange: () => undefined,
    onRules: () => undefined,
    onOpen: () => undefined,
  };
  return searchRules(
    {
      rules,
      shown: rows('shown'),
      boxes: rules.format === 'survivor' ? [] : ['useSpread', 'roundSpread'],
      usual: rows('usual'),
      hidden: ['format'],
      more: moneyFinds(money),
    },
    text,
  );
}

function finds(...sought: Parameters<typeof search>) {
  return search(...sought).finds;
}

/** What a search shows: the first two results, and the answer below them. */
function answers(rules: PoolRules, text: string): string[] {
  const found = finds(rules, text);
  const results = found.filter(({ opens }) => opens !== null).slice(0, 2);
  return [...results, ...answersOf(found, text)].map(({ label }) => label);
}

test.each<[PresetName, string, string]>([
  ['classic', 'same guess', 'The same guess'],
  ['classic', 'packer game', 'Another tiebreak game'],
  ['spread', 'the Packer game decides ties', 'Another tiebreak game'],
  ['confidence', 'Green Bay game', 'Another tiebreak game'],
  ['classic', 'tiebreak game', 'Another tiebreak game'],
  ['classic', 'tie breaker game', 'Another tiebreak game'],
  ['classic', "favorite team's game", 'Another tiebreak game'],
  ['classic', 'home team game', 'Another tiebreak game'],
  ['classic', 'last place', 'Side table: Last place'],
  ['survivor', 'tie-breaker team', 'A tie-breaker team'],
  ['survivor', 'one point per correct pick', 'Points'],
  ['survivor', 'points', 'Points'],
  ['survivor', 'forgotten pick', 'Missed picks'],
  ['survivor', 'one forgotten pick a season', 'Missed picks'],
  ['confidence', 'half points rounded up', 'Rounding of points'],
  ['confidence', 'rounded up', 'Rounding of points'],
  ['spread', 'Saturday midnight', 'Midnight at the end of a day'],
  ['spread', 'king of the hill', 'Side table of your own'],
  ['spread', 'third of the season', 'Side table of your own'],
  ['classic', 'weeks 5 to 8', 'Side table of your own'],
  ['survivor', 'weeks 5 to 8', 'Side table of your own'],
  ['confidence', 'weeks 10 to 14', 'Side table of your own'],
  ['confidence', 'mini pool', 'Side table of your own'],
  ['classic', 'own table', 'Side table of your own'],
  ['spread', 'contest', 'Side table of your own'],
  ['survivor', 'contest', 'Side table of your own'],
  ['classic', 'bracket of weeks', 'Side table of your own'],
  ['classic', 'thursday', 'Side table of your own'],
  ['classic', 'thursday games', 'Side table of your own'],
  ['classic', 'side table percent', 'A share for a side table'],
  ['survivor', 'share for a side table', 'A share for a side table'],
  ['classic', '10% for the side table', 'A share for a side table'],
  ['confidence', '21st place', 'Want to pay another place'],
  ['confidence', 'last place every week', 'Want to pay another place'],
  ['confidence', 'weekly worst', 'Want to pay another place'],
  ['confidence', 'most wins', 'A prize for most wins'],
  ['confidence', 'prize for most correct picks', 'A prize for most wins'],
  ['confidence', 'lowest three out each week', 'Putting players out'],
  ['survivor', 'second team', 'Two teams a week'],
  ['survivor', 'fewest losses', 'Still in at the end'],
  ['classic', 'one upset a week', 'One upset a week'],
  ['classic', 'season winner', 'Who wins the season'],
  ['spread', 'minus one', 'Minus points'],
  ['spread', 'fewest', 'Side table: Last place'],
  ['classic', 'new start', 'A new start in mid-season'],
  ['spread', 'start over', 'A new start in mid-season'],
  ['classic', 'unless somebody has a perfect week', 'Bonus for a week'],
  ['classic', 'tiebreaker half points', 'Half points in a guess'],
  ['classic', 'tiebreaker for whole season', 'One guess for the season'],
  ['classic', 'part of the fee', 'Weekly and season fees'],
  ['survivor', '20% for the commissioner', 'A share for the commissioner'],
  ['confidence', 'owner fee 5% hosting', 'A share for the commissioner'],
  ['classic', 'missed week 1', 'Missed picks'],
  ['survivor', 'missed week 1', 'Missed picks'],
  ['classic', 'automatic picks', 'Missed picks'],
  ['classic', 'best 4 weeks', 'Weeks dropped'],
  ['confidence', 'top 15 results', 'Weeks dropped'],
  ['classic', 'play as many or as few weeks as you like', 'Pay and play by the week'],
  ['classic', 'half a point for tie game', 'Tie'],
  ['confidence', 'half of confidence points for tie', 'Tie'],
  ['classic', 'commissioner has final decision', 'Protests and final results'],
  ['survivor', 'rebuy first 3 weeks', 'Buy-backs'],
  ['survivor', 'duplicate pick is a loss', 'Uses of a team'],
  ['survivor', 'must be 18 to play', 'Who can join'],
  ['survivor', 'jackpot split between remaining', 'Still in at the end'],
  ['survivor', 'register before first pick', 'Joining late'],
  ['survivor', 'max 2 teams per player', 'Entries'],
  ['spread', 'push half points', 'Score meets the line'],
  ['spread', 'add 0.5 to the favorite', 'Round Spread'],
  ['spread', 'nobody gets all 5 carries over', 'Refunds and rollovers'],
  ['spread', "games with no line can't be picked", 'Games without a line'],
  ['confidence', '10 games 10 points to 1', 'Points of the games'],
  ['confidence', 'payout depends on number of players', 'Prizes'],
  ['survivor', 'insurance', 'Lives'],
  ['survivor', 'survivor insurance', 'Buy-backs'],
  ['survivor', 'second life', 'Buy-backs'],
  ['survivor', 'resurrection', 'Buy-backs'],
  ['survivor', 'zombie', 'Second bracket'],
  ['survivor', 'knockout', 'Lives'],
  ['survivor', 'immunity', 'Exceptions for a week'],
  ['survivor', 'drop lowest', 'Weeks dropped'],
  ['classic', 'tiebreaker points', 'Tiebreak'],
  ['classic', 'total points', 'Tiebreak'],
  ['classic', 'ties win', 'Tie'],
  ['classic', 'tie rule', 'Tie'],
  ['classic', 'underdog', 'Upsets'],
  ['confidence', 'underdog bonus', 'Best bets and upsets'],
  ['confidence', 'key pick', 'Best bets and upsets'],
  ['classic', 'star pick', 'Best bets'],
  ['classic', 'thursday night', 'Games of the pool'],
  ['survivor', 'thursday night', 'Other deadlines on some days'],
  ['classic', 'international games', 'Other deadlines on some days'],
  ['classic', 'halves', 'Side table: First half'],
  ['classic', 'quarters', 'Side table of your own'],
  ['survivor', 'monthly', 'Side table of your own'],
  ['survivor', 'prize pool', 'Prizes'],
  ['classic', 'pay out', 'Prizes'],
  ['classic', 'runner up', 'Prizes'],
  ['confidence', 'co champions', 'Ties for a prize'],
  ['confidence', 'random picks', 'Missed picks'],
  ['classic', 'proxy picks', 'Entered by a commissioner'],
  ['classic', 'touchdowns', 'Totals and margins'],
  ['classic', 'handicap', 'Use Spread'],
  ['survivor', 'handicap', 'Spread'],
  ['classic', 'vegas line', 'Lines of our own'],
  ['classic', 'frozen lines', 'Which line counts'],
  ['classic', 'anonymous', 'Names'],
])(
  'A search in a %s pool for "%s" shows "%s", as one of its first two results or the answer below them',
  (preset, text, label) => {
    expect(answers(presets[preset], text)).toContain(label);
  },
);

test.each<[PresetName, string, string[]]>([
  ['classic', 'last place', []],
  ['classic', 'tie rule', []],
  ['confidence', 'last place every week', ['Want to pay another place']],
  ['survivor', 'upset', ['Upsets']],
])(
  'Below the results of a search in a %s pool for "%s" stands at most one answer, and none if a name says it: %j',
  (preset, text, labels) => {
    expect(answersOf(search(presets[preset], text).finds, text).map(({ label }) => label)).toEqual(labels);
  },
);

test.each(['blimp', 'sell my car'])('A search for "%s" has no answer', (text) => {
  expect(answers(presets.survivor, text)).toEqual([]);
});

test('A search for a side table says that the pool has as many as it can have', () => {
  const weekIds = Array.from({ length: MAX_SIDE_TABLES }, (_, at) => weekId(2026, at + 1));
  const all = weekIds.flatMap((id) => {
    const own = ownTable({ weekIds: [id] });
    return own === null ? [] : [draftOf(own, id)];
  });
  const some = (count: number) => all.slice(0, count);
  const found = (count: number) => finds(presets.classic, 'king of the hill', some(count))[0];
  expect(found(MAX_SIDE_TABLES - 1)?.opens).not.toBeNull();
  expect(found(MAX_SIDE_TABLES)).toMatchObject({ label: 'Side table of your own', opens: null });
  expect(found(MAX_SIDE_TABLES)?.text).toBe('A pool can have 8 side tables. Remove one to add another.');
});

test.each([
  ['Wild Card', 'Now: As in other weeks.'],
  ['Divisional', 'Now: As in other weeks.'],
  ['Weeks dropped', 'Now: No week is dropped.'],
])('%s, which shares a sentence or has its own, says "%s"', (label, text) => {
  expect(finds(presets.classic, '').find((find) => find.label === label)?.text).toBe(text);
});
