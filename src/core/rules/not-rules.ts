import type { PoolRules } from './pool-rules.ts';
import { MISSED_EARNS_NOTHING, NOBODY_JOINS } from './words.ts';

/** Something that people look for among the rules and that no pool can choose. */
export interface NotRule {
  readonly label: string;
  /** What people may call it besides its label, for a search. */
  readonly alias: string;
  /** How it is instead, in a sentence. */
  readonly text: string;
}

const everywhere: readonly NotRule[] = [
  {
    label: 'Weeks of the pool',
    alias: 'playoffs, postseason, Super Bowl, regular season only, start, end, last week',
    text: 'A new pool chooses them above its rules. Later they are under Manage, Weeks, and playoff weeks once they are scheduled.',
  },
  {
    label: 'Totals and margins',
    alias: 'over/under, point totals, margin of victory, squares',
    text: 'Players pick winners only.',
  },
  {
    label: 'Minutes before kick-off',
    alias: 'hour before, 15 minutes before kickoff, early lock',
    text: 'Picks lock at kick-off, or at a full hour that the pool chooses.',
  },
  {
    label: 'Other deadlines on some days',
    alias: 'Thursday, Friday, Saturday, Thanksgiving, early games',
    text: "A week has one deadline. A game that kicks off before it locks at the game's own kick-off.",
  },
  {
    label: 'Refunds and rollovers',
    alias: 'refund, give back, money back, roll over, rollover, carry over, next season',
    text: 'All fees are for the prizes of the season. What else a pool does with them can be said in its description.',
  },
  {
    label: 'When fees are due',
    alias: 'pay by, due date, payment deadline, late fee, installments',
    text: 'Commissioners mark who has paid, at any time. A date can be said in the description.',
  },
  {
    label: 'When picks are seen',
    alias: 'visible, hidden, hide, show, secret, public, reveal',
    text: 'Everybody sees the picks of a game once it locks.',
  },
  {
    label: 'Bonus for a week',
    alias: 'bonus points, record, wins over .500, perfect week, sweep, streak',
    text: 'Points come from single games. A week can have prizes in money.',
  },
  {
    label: 'Free entries',
    alias: 'waived fee, commissioner plays free, discount, early bird',
    text: 'All members have the same entry fee.',
  },
  { label: 'College games', alias: 'NCAA, other leagues', text: 'Pools play NFL games only.' },
  {
    label: 'Head-to-head',
    alias: 'versus, against each other, matchups, partners, teams of players',
    text: 'Each entry plays for itself.',
  },
];

/** What many pools give to a player who misses a week. */
const LOWEST_SCORE: NotRule = {
  label: 'Lowest score of the week',
  alias: 'lowest score minus, worst score, average',
  text: 'Nobody who misses a week gets it: each missed game counts by itself.',
};

const ofFormats: Readonly<Record<PoolRules['format'], readonly NotRule[]>> = {
  pickem: [LOWEST_SCORE],
  confidence: [
    {
      label: 'Missed picks',
      alias: 'forgot, forget, default, assigned, auto pick, no pick, late, absent, home teams, favorite',
      text: MISSED_EARNS_NOTHING,
    },
    LOWEST_SCORE,
    {
      label: 'Best bets and upsets',
      alias: 'double points, lock of the week, underdog bonus',
      text: 'The rank of a game says how much it is worth.',
    },
  ],
  survivor: [
    {
      label: 'The same default for everybody',
      alias: 'Monday night favorite, home team, biggest favorite, assigned team, default pick',
      text: 'Players can list teams for weeks that they miss, if the pool lets them.',
    },
    {
      label: 'Used teams in the playoffs',
      alias: 'no reset, carry over, stay used, never again, postseason',
      text: 'Used teams come back there, in every pool that plays playoff weeks, and have the same limit again.',
    },
    {
      label: 'Two teams in the playoffs',
      alias: 'double picks, two picks, postseason',
      text: 'Playoff weeks have one team.',
    },
    {
      label: 'Spread',
      alias: 'line, points, against the spread, straight up',
      text: 'A team is safe by the score alone.',
    },
    {
      label: 'Joining late',
      alias: 'late joiners, new players',
      text: NOBODY_JOINS,
    },
  ],
};

/** What no pool of a format can choose, each with the text that a search goes by. */
export function notRulesOf({ format }: Pick<PoolRules, 'format'>) {
  const all = [...ofFormats[format], ...everywhere];
  return all.map(({ label, alias, text }) => ({ label, text, searched: `${label} ${alias}` }));
}
