import { traits } from '#core/formats/traits.ts';

/**
 * The choices of each rule, the default first, in the order of forms and texts. To add a rule, add a line here, its words (`words.ts`; the
 * default in a few, `sentences.ts`), its card (`rulebook.ts`), the formats that have it (`core/formats/traits.ts`), its conflicts with other
 * rules and whether the first lock settles it (`closed-rules.ts`), and its meaning in the function that applies it. The contract and the form
 * are generated from this table.
 */
export const ruleChoices = {
  /** What a player enters each week: sides, sides in an order, or one team; see `core/formats`. */
  format: ['pickem', 'confidence', 'survivor'],
  /** How many entries each member may have; see `contract/entries.ts`. */
  entries: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  /** How many losses a player of a survivor pool can take before they are out, counting the one that puts them out. */
  lives: [1, 2, 3, 4, 5],
  /** Whether players of a survivor pool choose teams to win or to lose. */
  goal: ['win', 'lose'],
  /** What a tie does to a choice, whatever the goal: it costs a life, or counts as a win. */
  survivorTie: ['loses', 'wins'],
  /** How often a team can be used in the regular season, and again in the post-season. */
  teamUses: [1, 2, 3],
  /** The week of the regular season after which the count of uses of teams starts over; 0 for none. */
  teamsAgainAfter: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
  /** From which week of the regular season on each entry chooses two teams a week; 0 for never. */
  twoTeamsFrom: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
  /** What happens if all who are left go out in the same week: they share the win, or nobody loses a life in it and they all go on. */
  allOut: ['share', 'goOn'],
  /** What separates entries that are still in when the pool's last week is decided: nothing, the lives left, or then the wins. */
  survivors: ['share', 'lives', 'wins'],
  /** How many times an entry that went out of a survivor pool can be bought back; see `core/formats/survivor/buy-backs.ts`. */
  buyBacks: [0, 1, 2, 3],
  /** The last week of the regular season after which it can. */
  buyBackUntil: [4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
  /** Who buys it back: a commissioner, or its owner, too. */
  buyBackBy: ['commissioner', 'owner'],
  /** Whether picks are made against the line (section 5). */
  useSpread: [false, true],
  /** Whether a whole line moves by half a point, so that no score can meet it. */
  roundSpread: [false, true],
  /** Whether the line moves, or freezes on Tuesday of the week; see `core/frozen-line.ts`. */
  line: ['moving', 'frozen'],
  /** The worth of a score that meets the line exactly: the home side wins, half for either side, or the game counts for nobody. */
  push: ['home', 'half', 'none'],
  /** Which picks are right if a game ends level, straight up or with an even line. */
  tie: ['nobody', 'half', 'both'],
  /** Whether games lock one by one, or with an earlier game of the week; see `core/locks.ts`. */
  deadline: ['game', 'sunday', 'afternoon', 'week', 'own'],
  /** The day of a deadline of the pool's own. A game week begins on Tuesday. */
  deadlineDay: ['wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'monday', 'tuesday'],
  /** Its Eastern time. */
  deadlineTime: [
    '20:00',
    '21:00',
    '22:00',
    '23:00',
    '00:00',
    '01:00',
    '02:00',
    '03:00',
    '04:00',
    '05:00',
    '06:00',
    '07:00',
    '08:00',
    '09:00',
    '10:00',
    '11:00',
    '12:00',
    '13:00',
    '14:00',
    '15:00',
    '16:00',
    '17:00',
    '18:00',
    '19:00',
  ],
  /** Which games of a week belong to the pool; see `core/slate.ts`. */
  slate: ['all', 'days', 'chosen'],
  /** Whether the games of these days, Eastern time, do. */
  thursdayGames: [true, false],
  fridayGames: [true, false],
  saturdayGames: [true, false],
  mondayGames: [true, false],
  /** How many games of a week a player picks, of their own choice. */
  games: ['all', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  /** What counts for a game that the player did not pick, once it has locked; see `core/auto-picks.ts`. Of their own: `core/default-picks.ts`. */
  missed: ['nothing', 'home', 'away', 'favourite', 'underdog', 'own'],
  /** In how many weeks of a season it counts, the first ones in which an entry misses a game; see `core/missed-limit.ts`. */
  missedLimit: ['none', 1, 2, 3, 4, 5, 6, 8, 10],
  /** What the games of a week are worth with confidence, from the lowest rank up; see `core/formats/confidence/confidence.ts`. */
  scale: ['ranks', 'sixteen', 'playoffs'],
  /** How many picks of a week may be marked as best bets, worth double. */
  bestBets: [0, 1, 2, 3],
  /** What a right pick of the underdog is worth: a point like any other, its line rounded up, or so many points more. */
  upset: ['none', 'line', 1, 2, 3, 4, 5],
  /** How many of the lowest decided weeks are dropped from the total. */
  dropWeeks: [0, 1, 2, 3, 4, 5, 6],
  /** What a week counts whose last game had locked in the pool when an entry joined; see `lateWeeks`. */
  lateJoin: ['zero', 'lowest'],
  /** Whether entries play and pay week by week: a week in which no pick of theirs has locked is blank; see `core/weekly-play.ts`. */
  weekly: [false, true],
  /** What decides between entries that are level at the top of a week: the nearest guess of a game's total; see `core/tiebreak.ts`. */
  tiebreak: ['none', 'closest', 'closest-under', 'closest-early'],
  /** What separates entries that are level in the standings first: nothing, the weeks they won or their right picks; see `core/standings.ts`. */
  seasonTiebreak: ['none', 'wins', 'correct'],
  /** Whole points for a right pick in the rounds of the playoffs. */
  wildCardPoints: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  divisionalPoints: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  conferencePoints: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  superBowlPoints: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
} as const;

/** The name of one rule. */
export type RuleName = keyof typeof ruleChoices;

/** The rules of a pool, as one value. */
export type PoolRules = { readonly [R in RuleName]: (typeof ruleChoices)[R][number] };

/** Rules as sentences say them: with whether playoff weeks are among those that the pool plays. They are if it isn't known. */
export type SaidRules = PoolRules & { readonly hasPlayoffs?: boolean | undefined };

/** Every rule, in order. Marked as pure, like the defaults, so that code which takes neither leaves the table out. */
export const ruleNames = /* @__PURE__ */ Object.keys(ruleChoices) as readonly RuleName[];

/** The rules of a pool that sets none. */
export const defaultRules = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ ruleNames.map((rule) => [rule, ruleChoices[rule][0]]),
) as PoolRules;

/** Whether a name is that of a rule. */
export function isRule(name: string): name is RuleName {
  return Object.hasOwn(ruleChoices, name);
}

/** Completes a partial set of rules. */
export function rulesWith(some: Partial<PoolRules>): PoolRules {
  return { ...defaultRules, ...some };
}

/** Whether a right pick of the underdog is worth more or less than another: only straight up, since a line makes both sides even. */
export function hasUpsets({ upset, useSpread, format }: Pick<PoolRules, 'upset' | 'useSpread' | 'format'>): boolean {
  return upset !== 'none' && !useSpread && traits[format].rules.has('upset');
}

/** Whether entries of a pool can be bought back. */
export function hasBuyBacks({ format, buyBacks }: Pick<PoolRules, 'format' | 'buyBacks'>): boolean {
  return traits[format].rules.has('buyBacks') && buyBacks > 0;
}
