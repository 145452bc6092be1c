import { describe, expect, test } from 'vitest';
import type { FormatName } from '#core/formats/traits.ts';
import { formatNames, traits } from '#core/formats/traits.ts';
import { findByWords } from './find-by-words.ts';
import { notRulesOf } from './not-rules.ts';
import type { RuleName } from './pool-rules.ts';
import { isRule, rulesWith } from './pool-rules.ts';

describe('A search for something that no pool can choose', () => {
  test.each([
    ['reset', 'survivor', ['Used teams in the playoffs']],
    ['playoffs', 'survivor', ['Weeks and playoffs', 'Used teams in the playoffs', 'Two teams in the playoffs']],
    ['spread', 'survivor', ['Spread']],
    ['spread', 'pickem', ['Lines of another day', 'Lines of our own']],
    ['miss', 'confidence', ['Missed picks', 'Counted as the lowest score']],
    ['miss', 'pickem', ['Counted as the lowest score']],
    ['over/under', 'pickem', ['Totals and margins']],
    ['15 minutes before', 'pickem', ['Minutes before kick-off']],
    ['hidden', 'survivor', ['When picks are seen']],
    ['record bonus', 'confidence', ['Bonus for a week']],
    ['waive', 'pickem', ['Free entries']],
    ['no pick', 'confidence', ['Missed picks']],
    ['Monday night favorite', 'survivor', ['The same default for everybody']],
    ['roll over', 'survivor', ['Refunds and rollovers']],
    ['Saturday', 'survivor', ['Other deadlines on some days']],
    ['must survive all weeks', 'survivor', ['Nobody wins']],
    ['best four weeks', 'pickem', ['Want to pay another place']],
    ['late fees', 'pickem', ['Due dates for fees', 'Free entries']],
    ['paid by', 'survivor', ['Due dates for fees', 'Venmo, PayPal and cash']],
    ['agree to split', 'survivor', ['Splits by agreement']],
    ['cancelled game', 'confidence', ['Games that are called off']],
    ['subtract points', 'confidence', ['Minus points']],
    ['bonus game', 'confidence', ['A bonus game for everybody']],
    ['survivor', 'confidence', ['Survivor']],
    ['biggest loser', 'pickem', ['Want to pay another place']],
    ['tie breaker', 'survivor', ['Tiebreak']],
    ['last week of the season', 'survivor', ['Weeks and playoffs']],
    ['rank 10 games', 'confidence', ['Some games of their choice']],
    ['total yards', 'pickem', ['Second tiebreaker']],
    ['push loses', 'pickem', ['Wrong for both sides']],
    ['Thanksgiving two teams', 'survivor', ['Two teams in single weeks']],
    ['admin fee', 'pickem', ['A share for the commissioner']],
    ['default entry', 'pickem', ['Eligible for prizes']],
    ['unlimited buy backs', 'survivor', ['More buy-backs']],
    ['last two players', 'survivor', ['Playing on after the last week', 'Splits by agreement']],
    ['12:30 deadline', 'survivor', ['Minutes before kick-off']],
    ['come back until week 14', 'survivor', ['Other ends in the last weeks']],
    ['fewest points', 'pickem', ['Want to pay another place']],
    ['registration', 'survivor', ['Joining late']],
    ['entry fee by date', 'survivor', ['Free entries']],
    ['maximum payout', 'survivor', ['A share for the commissioner']],
    ['Venmo', 'pickem', ['Venmo, PayPal and cash']],
    ['unlimited entries', 'survivor', ['More entries']],
    ['withdraw', 'confidence', ['Quitting']],
    ['missed week', 'confidence', ['Missed picks', 'Counted as the lowest score']],
    ['most wins', 'confidence', ['A prize for most wins', 'Ties of a week']],
    ['my own spread', 'pickem', ['Lines of our own']],
    ['bye', 'survivor', ['Teams on a bye', 'Skipping a week']],
    ['bye week', 'survivor', ['Skipping a week', 'Teams on a bye']],
    ['no pick when all go out', 'survivor', ['Missed picks when all go out']],
    ['no line', 'pickem', ['Games without a line']],
    ['picks by email', 'confidence', ['Entered by a commissioner']],
    ['kids', 'survivor', ['Who can join']],
    ['second place bracket', 'survivor', ['Second bracket']],
    ['2 points for a win', 'pickem', ['Worth of a right pick']],
    ['change deadline one week', 'pickem', ['Another deadline for a week']],
    ['remaining pot', 'pickem', ['Weekly and season fees']],
    ['default guess', 'confidence', ['A default guess']],
    ['poker', 'pickem', ['Other games and bets']],
    ['team name', 'confidence', ['Names']],
    ['late entry', 'pickem', ['Joining late', 'Free entries']],
    ['late entry', 'survivor', ['Joining late', 'Free entries']],
    ['toilet bowl', 'pickem', ['Want to pay another place']],
    ['combined score', 'survivor', ['Tiebreak']],
    ['no show', 'confidence', ['Missed picks']],
    ['bye week', 'pickem', ['Teams on a bye']],
    ['playoffs', 'pickem', ['Weeks and playoffs', 'Best bets in the playoffs']],
    ['waiting list', 'pickem', ['Number of players']],
    ['trash talk', 'survivor', ['Talk']],
    ['text message', 'pickem', ['Reminders']],
    [
      'teams of two',
      'survivor',
      ['Teams and divisions of players', 'Two teams in single weeks', 'Two teams in the playoffs'],
    ],
    ['half point', 'survivor', ['Spread']],
    ['pick em', 'pickem', ["Pick'em", 'Entered by a commissioner']],
    ["keep last year's pool", 'pickem', ['Another season']],
    ['same guess', 'pickem', ['The same guess']],
    ['unique guess', 'confidence', ['The same guess']],
    ['half points guess', 'pickem', ['Half points in a guess']],
    ['guess for the whole season', 'confidence', ['One guess for the season']],
    ['excused week', 'pickem', ['Exceptions for a week']],
    ['flexed games', 'survivor', ['Games that are moved']],
    ['5% for the commish', 'survivor', ['A share for the commissioner']],
    ['nonsense', 'survivor', []],
  ] as const)('for "%s" in a %s pool says how it is, first of all: %j', (text, format, labels) => {
    const found = findByWords(notRulesOf(rulesWith({ format })), text).finds.map(({ label }) => label);
    expect(labels.length === 0 ? found : found.slice(0, labels.length)).toEqual(labels);
  });
});

test('What a control says that it cannot do stands in a pool that has the control', () => {
  const pairs = (format: FormatName, isSeen: (rule: RuleName) => boolean) =>
    notRulesOf(rulesWith({ format })).flatMap(({ label, at }) =>
      at.filter((each) => isRule(each) && isSeen(each)).map((rule) => `${rule}: ${label}`),
    );
  const seen = formatNames.flatMap((format) => pairs(format, (rule) => traits[format].rules.has(rule)));
  expect(new Set(seen)).toEqual(new Set(formatNames.flatMap((format) => pairs(format, () => true))));
  expect(seen).toContain('line: Lines of another day');
});
