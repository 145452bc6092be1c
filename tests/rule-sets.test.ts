/**
 * Compares how the product scores seasons of real games, under each rule and under random rules, with how `rule-oracle.ts` counts them.
 * All runs are the same unless RULE_SETS_SEED names another seed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyReply } from '#contract/money.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { utcToEastern } from '#core/eastern-time.ts';
import type { MoneyPlan } from '#core/money.ts';
import type { SlotWish } from '#core/pick.ts';
import { closedChoice, tidyRules } from '#core/rules/closed-rules.ts';
import type { PoolRules, RuleName } from '#core/rules/pool-rules.ts';
import { defaultRules, ruleChoices, ruleNames, rulesWith } from '#core/rules/pool-rules.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { between, oneOf, seeded, shuffled } from '#server/demo/season.ts';
import { buyBack, takeBuyBackBack } from '#server/entry-changes/buy-back-store.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks, nameTiebreak, writeGames } from '#server/game-changes/store.ts';
import { setMembers } from '#server/members/store.ts';
import { loadMoney } from '#server/money/reads.ts';
import { writePlan } from '#server/money/store.ts';
import { loadStandings } from '#server/standings/reads.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { TestApp } from './app.ts';
import { createTestApp, TestClock } from './app.ts';
import type { Person } from './builders.ts';
import { addPerson, addPool } from './builders.ts';
import type { Drawn, DrawnWeek } from './drawn-season.ts';
import { asLocked, asPlanned, asPlayed, drawnWeeks, fillAll, lastOf, storeSheets } from './drawn-season.ts';
import { usualEngines } from './engines.ts';
import { entryIdOf } from './entry-ids.ts';
import { rounds } from './long.ts';
import type {
  OracleBuyBack,
  OracleChange,
  OracleDefault,
  OracleEntry,
  OraclePool,
  OraclePrizes,
  OracleSheet,
  OracleWeek,
} from './rule-oracle.ts';
import {
  lockingGames,
  oracleLives,
  oracleOffers,
  oracleScores,
  oracleSurvival,
  oracleTakeBack,
  slateOf,
} from './rule-oracle.ts';

const SEED = process.env.RULE_SETS_SEED ?? 'rules';
const RANDOM_SETS = rounds(20, 98);
const BEFORE = Date.UTC(2015, 7, 1);
const AFTER = Date.UTC(2024, 5, 1);
/** The next season, in which entries buy back while it is played, and its end. */
const BOUGHT_SEASON = '2024';
const BOUGHT_SETS = rounds(4, 10);
const BOUGHT_WEEKS = 10;
const END = Date.UTC(2025, 5, 1);
const HOUR_MS = DAY_MS / 24;
const names = ['Moe', 'Bea', 'Zoe', 'Ann', 'Kim', 'Dan'];
/** A week's prize and places whose shares leave odd cents. */
const plan = { fee: 701, buyBack: 307, week: 1003, places: [5001, 3002, 1501] } satisfies MoneyPlan;

/** Rules that change scores, or what is derived from them. */
const scored: readonly RuleName[] = ruleNames.filter((rule) => rule !== 'entries');
/** Rules that enable others. */
const openers: readonly Partial<PoolRules>[] = [
  {},
  { useSpread: true },
  { format: 'confidence' },
  { format: 'survivor' },
  { upset: 'line' },
  { slate: 'days' },
  { missed: 'home' },
  { deadline: 'own' },
];

/** A wish of each rule, with the rules that enable it. */
function singleRules(): [string, PoolRules][] {
  return scored.flatMap((rule) =>
    ruleChoices[rule].slice(1).flatMap((wish): [string, PoolRules][] => {
      const opened = openers.map(rulesWith).find((rules) => closedChoice(rule, wish, rules) === null);
      return opened === undefined ? [] : [[`${rule} ${wish}`, { ...opened, [rule]: wish }]];
    }),
  );
}

/** Rules that have an effect only if entries are level in a certain way, which takes several pools. */
const closeRules: readonly Partial<PoolRules>[] = [
  { tiebreak: 'closest-early', games: 2 },
  { seasonTiebreak: 'wins', games: 3, bestBets: 2 },
  { seasonTiebreak: 'wins', games: 2, tiebreak: 'closest' },
  { seasonTiebreak: 'correct', games: 3, bestBets: 2, tiebreak: 'closest' },
  { weekly: true, dropWeeks: 1, tiebreak: 'closest', seasonTiebreak: 'wins' },
  { lateJoin: 'lowest', deadline: 'week', missed: 'home' },
  { lateJoin: 'lowest', deadline: 'sunday', missed: 'own', tiebreak: 'closest' },
  { lateJoin: 'lowest', deadline: 'afternoon', seasonTiebreak: 'wins' },
  { lateJoin: 'lowest', deadline: 'own', deadlineDay: 'sunday', deadlineTime: '12:00', missed: 'away' },
  { missed: 'own', deadline: 'own', deadlineDay: 'friday', deadlineTime: '12:00', useSpread: true },
  { missed: 'underdog', missedLimit: 1 },
  { missed: 'away', missedLimit: 2, lateJoin: 'lowest' },
  { missed: 'own', missedLimit: 1 },
  { format: 'survivor', missed: 'own', missedLimit: 1, lives: 4 },
  { format: 'survivor', missed: 'own', lives: 3, teamUses: 2 },
  { format: 'survivor', missed: 'own', lives: 3, deadline: 'sunday' },
  { format: 'survivor', lives: 3, teamsAgainAfter: 9 },
  { format: 'survivor', allOut: 'goOn', goal: 'lose' },
  { format: 'survivor', lives: 5, twoTeamsFrom: 9, teamUses: 2, allOut: 'goOn' },
  { format: 'survivor', lives: 5, teamUses: 3 },
  { format: 'survivor', lives: 5, teamUses: 3, survivors: 'lives' },
  { format: 'survivor', lives: 5, teamUses: 3, survivors: 'wins', twoTeamsFrom: 1 },
];
const POOLS_EACH = 6;

function severalPools(): [string, PoolRules][] {
  return closeRules.flatMap((rules) =>
    Array.from({ length: POOLS_EACH }, (_, at): [string, PoolRules] => [
      `${JSON.stringify(rules)}, pool ${at + 1}`,
      rulesWith(rules),
    ]),
  );
}

/** Consistent rules; each has its default half of the time. */
function randomRules(random: () => number): PoolRules {
  const drawn = Object.fromEntries(
    scored.map((rule) => {
      const choices: readonly PoolRules[RuleName][] = ruleChoices[rule];
      return [rule, rule !== 'format' && random() < 0.5 ? defaultRules[rule] : oneOf(random, choices)];
    }),
  );
  return tidyRules(rulesWith(drawn));
}

/** Some weeks of one season, half of the time with playoffs. */
function drawWeeks(random: () => number, all: readonly DrawnWeek[], rules: PoolRules): DrawnWeek[] {
  const { format, teamsAgainAfter } = rules;
  const season = String(between(random, 2015, 2023));
  const own = all.filter((week) => week.season === season);
  const isNear = ({ number }: DrawnWeek) => teamsAgainAfter === 0 || Math.abs(number - teamsAgainAfter - 0.5) < 2;
  const regular = own.filter((week) => week.number < 19 && isNear(week));
  const rounds = own.filter(({ number }) => number >= 19);
  const few = format === 'survivor' ? between(random, 1, 3) : between(random, 0, 2);
  const chosen = [
    ...tellingFirst(shuffled(random, regular), rules).slice(0, between(random, 1, 2) + (format === 'survivor' ? 1 : 0)),
    ...shuffled(random, rounds).slice(0, few),
  ];
  return own.filter((week) => chosen.includes(week)).slice(0, format === 'survivor' ? 6 : 4);
}

/** In a pool with a deadline, puts the weeks first in which its rule matters: with a game in Europe, or a first game called off early. */
function tellingFirst(weeks: readonly DrawnWeek[], { deadline }: PoolRules): DrawnWeek[] {
  if (deadline === 'game') return [...weeks];
  const isTelling = ({ games }: DrawnWeek) => {
    if (deadline === 'afternoon') return games.some(({ kickoff }) => utcToEastern(kickoff).time < '12:00');
    const first = Math.min(...games.map(({ kickoff }) => kickoff));
    return games.some(({ kickoff, isOffEarly }) => isOffEarly && kickoff === first);
  };
  return [...weeks.filter(isTelling), ...weeks.filter((week) => !isTelling(week))];
}

/** Draws the picks of an entry in a week; `model` is the sheet of another entry to copy from, so that some are level. */
function drawSheet(
  random: () => number,
  week: DrawnWeek,
  rules: PoolRules,
  model: OracleSheet | undefined,
): OracleSheet {
  const guess = drawGuess(random, week, rules, model);
  if (rules.format === 'survivor') {
    const team = drawTeam(random, week);
    const others = week.games.filter(({ gid }) => gid !== team?.gid);
    const hasNone = rules.twoTeamsFrom === 0 || others.length === 0;
    const second = hasNone ? null : drawTeam(random, { season: week.season, games: others });
    return { sides: new Map(), order: [], guess: null, team, second };
  }
  if (model !== undefined && random() < 0.5) return { ...model, guess };
  const most = rules.games === 'all' ? week.games.length : rules.games;
  // With weekly play, an entry that picks only games that are called off early does not play either.
  const none = rules.weekly ? week.games.filter(({ isOffEarly }) => isOffEarly).slice(0, most) : [];
  const picked =
    random() < (rules.weekly ? 0.4 : 0.08)
      ? none
      : shuffled(random, week.games)
          .filter(() => random() < 0.88)
          .slice(0, most);
  const sides = picked.map(({ gid }, at) => {
    const side = random() < 0.5 ? ('home' as const) : ('away' as const);
    return [gid, { side, best: at < rules.bestBets && random() < 0.8 }] as const;
  });
  const gids = shuffled(
    random,
    week.games.map(({ gid }) => gid),
  );
  const order = random() < (rules.weekly ? 0.4 : 0.15) ? [] : random() < 0.15 ? gids.slice(2) : gids;
  return { sides: new Map(sides), order: rules.format === 'confidence' ? order : [], guess, team: null };
}

function drawGuess(
  random: () => number,
  week: DrawnWeek,
  { tiebreak }: PoolRules,
  model: OracleSheet | undefined,
): OracleSheet['guess'] {
  if (tiebreak === 'none' || random() < 0.15) return null;
  const total = random() < 0.4 ? model?.guess?.total : undefined;
  return { total: total ?? oneOf(random, totalsNear(week)), at: BEFORE + between(random, 1, 4) * HOUR_MS };
}

/** Draws a guess that is right, close on either side, or far off. */
function totalsNear({ games, tiebreakGid }: DrawnWeek): number[] {
  const game = games.find(({ gid }) => gid === tiebreakGid) as Drawn;
  const total = game.homeScore + game.awayScore;
  return [-20, -3, -3, -2, 0, 2, 3, 3, 9].map((off) => Math.max(0, total + off));
}

/** Draws a team, often one that many choose, so that some choose it again. */
function drawTeam(
  random: () => number,
  { games, season }: Pick<OracleWeek, 'games'> & Pick<DrawnWeek, 'season'>,
): OracleSheet['team'] {
  if (random() < 0.06) return null;
  const pets = shuffled(seeded(SEED, 'pets', season), ['NE', 'KC', 'SEA', 'PIT', 'GB', 'DAL', 'BUF']).slice(0, 3);
  const likely = games.filter(({ home, away }) => pets.includes(home) || pets.includes(away));
  const game = oneOf(random, likely.length > 0 && random() < 0.5 ? likely : games);
  const pet = [game.home, game.away].find((team) => pets.includes(team));
  if (pet !== undefined && random() < 0.6) return { gid: game.gid, team: pet };
  const isHome = game.homeScore > game.awayScore === random() < 0.7;
  return { gid: game.gid, team: isHome ? game.home : game.away };
}

/** The times right before and at the locks of a week: those of the pool, and those of its games in other pools. */
function drawMoment(random: () => number, week: DrawnWeek, rules: PoolRules): number {
  const games = lockingGames(week, rules);
  const locks = random() < 0.6 ? games.map(({ lock }) => lock) : games.map(({ kickoff }) => kickoff + 5 * MINUTE_MS);
  return oneOf(random, locks) - (random() < 0.5 ? 1 : 0);
}

/** Draws sides, a guess and a team that differ from those of a sheet, at a time when some of it may have locked. */
function drawChange(
  random: () => number,
  sheets: ReadonlyMap<string, OracleSheet>,
  week: DrawnWeek,
  rules: PoolRules,
): OracleChange {
  const { sides, team } = sheets.get(week.id) as OracleSheet;
  const games = lockingGames(week, rules).filter(({ isOffEarly }) => !isOffEarly);
  const changed = games.filter(({ gid }) => rules.games === 'all' || sides.has(gid));
  const used = [...sheets.values()].flatMap((sheet) => [sheet.team, sheet.second ?? null]);
  const others = games
    .filter(({ gid }) => used.every((own) => own?.gid !== gid))
    .flatMap(({ gid, home, away }) => [home, away].map((each) => ({ gid, team: each })))
    .filter((each) => used.every((own) => own?.team !== each.team));
  const isSurvivor = rules.format === 'survivor';
  const hasGuess = rules.tiebreak !== 'none' && games.some(({ gid }) => gid === week.tiebreakGid);
  const canChange = team !== null && games.some(({ gid }) => gid === team.gid) && others.length > 0;
  return {
    at: drawMoment(random, week, rules),
    sides: new Map(
      isSurvivor ? [] : changed.map(({ gid }) => [gid, sides.get(gid)?.side === 'home' ? 'away' : 'home'] as const),
    ),
    total: hasGuess ? oneOf(random, totalsNear(week)) : null,
    team: isSurvivor && canChange ? oneOf(random, others) : null,
  };
}

/** The sheet of an entry that joins late: what it could still pick, or what a commissioner entered. */
function afterJoining(
  random: () => number,
  sheet: OracleSheet,
  week: DrawnWeek,
  { joinedAt, rules }: { readonly joinedAt: number; readonly rules: PoolRules },
): OracleSheet {
  if (random() < 0.2) return sheet;
  const open = new Set(lockingGames(week, rules).flatMap(({ gid, lock }) => (lock > joinedAt ? [gid] : [])));
  return {
    ...sheet,
    sides: new Map([...sheet.sides].filter(([gid]) => open.has(gid))),
    order: open.size > 0 ? sheet.order : [],
    guess: open.has(week.tiebreakGid) ? sheet.guess : null,
  };
}

/** Draws some changes of a default for missed games or weeks. */
function drawDefaults(random: () => number, weeks: readonly DrawnWeek[], rules: PoolRules): OracleDefault[] {
  if (rules.missed !== 'own' || rules.twoTeamsFrom > 0) return [];
  const moments = weeks.flatMap((week) => (random() < 0.5 ? [drawMoment(random, week, rules)] : []));
  const teams = [...new Set(weeks.flatMap(({ games }) => games.flatMap(({ home, away }) => [home, away])))];
  return [...(random() < 0.7 ? [BEFORE] : []), ...new Set(moments)]
    .sort((a, b) => a - b)
    .map((at) => ({
      at,
      side: oneOf(random, ['favourite', 'home', 'away', null]),
      teams: shuffled(random, teams).slice(0, between(random, 0, 8)),
    }));
}

type MadeEntry = Omit<OracleEntry, 'id' | 'name'>;

/**
 * Draws the entries of a pool, with their changes around its locks. The first entry changes something in each week, in a survivor pool,
 * whose rules on teams differ, in the first week. Some of the others join late, except in survivor pools, which accept nobody then.
 */
function drawEntries(
  random: () => number,
  all: readonly ReadonlyMap<string, OracleSheet>[],
  weeks: readonly DrawnWeek[],
  rules: PoolRules,
): MadeEntry[] {
  const isSurvivor = rules.format === 'survivor';
  return all.map((sheets, at): MadeEntry => {
    const isLate = !isSurvivor && at > 0 && random() < 0.3;
    const joinedAt = isLate ? drawMoment(random, oneOf(random, weeks), rules) : BEFORE;
    const own = weeks.map((week, ofWeek): [string, OracleSheet] => {
      const sheet = sheets.get(week.id) as OracleSheet;
      if (isLate) return [week.id, afterJoining(random, sheet, week, { joinedAt, rules })];
      if (isSurvivor && rules.missed === 'own' && random() < 0.4) return [week.id, { ...sheet, team: null }];
      // An entry with only auto picks or defaults in a week is not one of those who picked.
      if (rules.lateJoin === 'lowest' && random() < 0.25) return [week.id, { ...sheet, sides: new Map() }];
      const changes = at === 0 && rules.deadline !== 'game' && (!isSurvivor || ofWeek === 0);
      return [week.id, changes ? { ...sheet, change: drawChange(random, sheets, week, rules) } : sheet];
    });
    const defaults = drawDefaults(random, weeks, rules).filter((each) => each.at >= joinedAt);
    return { joinedAt, sheets: new Map(own), defaults };
  });
}

/** A generated pool; its entries are those of the first people. */
type Made = Omit<OraclePool, 'entries' | 'weeks'> & {
  readonly name: string;
  readonly weeks: readonly DrawnWeek[];
  readonly entries: readonly MadeEntry[];
  readonly play?: Bought;
};

function makePool(name: string, rules: PoolRules, all: readonly DrawnWeek[]): Made {
  const random = seeded(SEED, name);
  const weeks = drawWeeks(random, all, rules).map((week) => {
    const games = slateOf(week.games, rules);
    const isNamed = rules.tiebreak !== 'none' && random() < 0.15;
    return isNamed
      ? { ...week, tiebreakGid: oneOf(random, games).gid, isNamed }
      : { ...week, tiebreakGid: lastOf(games).gid };
  });
  const count = between(random, 5, 6);
  const sheets: Map<string, OracleSheet>[] = [];
  for (let at = 0; at < count; at += 1) {
    const model = sheets.at(-1);
    sheets.push(new Map(weeks.map((week) => [week.id, drawSheet(random, week, rules, model?.get(week.id))])));
  }
  const entries = drawEntries(seeded(SEED, name, 'locks'), sheets, weeks, rules);
  return { name, rules, weeks: weeks.map((week) => withTiebreak(week, entries, rules)), plan, entries };
}

/** If the tiebreak game is called off before anybody named or guessed it, the last remaining game is the tiebreak. */
function withTiebreak(week: DrawnWeek, entries: readonly MadeEntry[], rules: PoolRules): DrawnWeek {
  const isGuessed = entries.some(({ sheets }) => (sheets.get(week.id)?.guess ?? null) !== null);
  const left = slateOf(week.games, rules).filter(({ isOffEarly }) => !isOffEarly);
  if (week.isNamed || isGuessed || left.length === 0) return week;
  return { ...week, tiebreakGid: lastOf(left).gid };
}

/** Results of games, or corrections of them, that pages show from a time on. */
interface News {
  readonly at: number;
  readonly games: readonly Drawn[];
}

/** The results of a season's weeks, some of them late, and some corrections. */
function drawNews(weeks: readonly DrawnWeek[]): News[] {
  const random = seeded(SEED, 'news');
  const kickoffs = weeks.map(({ games }) => games.map(({ kickoff }) => kickoff));
  const [first, last] = [kickoffs.map((all) => Math.min(...all)), kickoffs.map((all) => Math.max(...all))];
  return weeks
    .flatMap(({ games: all }, at): News[] => {
      const games: readonly Drawn[] = all;
      const ended = (last[at] ?? 0) + 5 * HOUR_MS;
      const [next = ended + 7 * DAY_MS, later = ended + 14 * DAY_MS] = first.slice(at + 1);
      const end = random() < 0.2 ? next + oneOf(random, [10 * MINUTE_MS, DAY_MS, 4 * DAY_MS]) : ended;
      const twoHours = 2 * HOUR_MS - 5 * MINUTE_MS;
      const moments = [
        end + DAY_MS,
        next - twoHours,
        next - twoHours + 1,
        next + DAY_MS,
        later - HOUR_MS,
        later + DAY_MS,
      ];
      const corrected = shuffled<Drawn>(random, games).slice(0, 5);
      const swapped = corrected.map((game) => ({ ...game, homeScore: game.awayScore, awayScore: game.homeScore }));
      const corrections = shuffled(
        random,
        moments.filter((each) => each > end),
      )
        .slice(0, between(random, 0, 3))
        .sort((a, b) => a - b)
        .map((each, nth) => ({ at: each, games: nth % 2 === 0 ? swapped : corrected }));
      return [{ at: end, games: games.filter(({ isOffEarly }) => !isOffEarly) }, ...corrections];
    })
    .sort((a, b) => a.at - b.at);
}

/** An attempt to buy an entry back, or to take a buy-back back. */
interface Attempt {
  readonly at: number;
  readonly kind: 'buy' | 'take';
  /** The index of the entry in its pool. */
  readonly entry: number;
  readonly weekId: string;
  readonly runsPool: boolean;
  readonly isAllowed: boolean;
}

/** Which entries of a pool are out at a time, how many lives the others have, and which can buy back until when. */
interface Look {
  readonly at: number;
  readonly rows: readonly { lives: number; outWeek: string | null; offer: { weekId: string; until: number } | null }[];
}

/** The events in a pool while it is played. */
interface Bought {
  /** In order of time. */
  readonly acts: readonly (Attempt | Look)[];
  readonly pool: Pick<OraclePool, 'shown' | 'bought'>;
}

/** Rules of survivor pools in which entries buy back. Other pools test what counts for missed weeks. */
function boughtRules(): [string, PoolRules][] {
  const alone = rulesWith({ format: 'survivor', buyBacks: 1, buyBackBy: 'owner', buyBackUntil: 18 });
  // In this play, entries that a late correction puts out are bought back after the next week, which counts for them.
  const together = rulesWith({ format: 'survivor', allOut: 'goOn', buyBacks: 3, buyBackBy: 'owner', buyBackUntil: 18 });
  const sets = Array.from({ length: BOUGHT_SETS }, (_, at): [string, PoolRules] => {
    const random = seeded(SEED, 'bought', String(at));
    const allOut = oneOf(random, ['share', 'goOn']);
    const lives = oneOf(random, [1, 1, 2]);
    const drawn = { ...randomRules(random), format: 'survivor', missed: 'nothing', allOut, lives };
    const [buyBacks, buyBackUntil] = [oneOf(random, [1, 2, 3]), oneOf(random, [4, 6, 8, 18, 18])];
    const buyBackBy = oneOf(random, ['owner', 'commissioner']);
    return [
      `buy-backs, set ${at + 1}`,
      tidyRules(rulesWith({ ...drawn, buyBacks, buyBackUntil, buyBackBy } as PoolRules)),
    ];
  });
  return [['buyBacks 1, bought back', alone], ['allOut goOn, bought back', together], ...sets];
}

/** A pool in which entries buy back in consecutive weeks. */
function makeBoughtPool(name: string, rules: PoolRules, all: readonly DrawnWeek[], news: readonly News[]): Made {
  const random = seeded(SEED, name);
  const from = between(random, 1, BOUGHT_WEEKS - 5);
  const count = between(random, 4, 6);
  const drawn = all.filter(({ number }) => number >= from && number < from + count);
  const sheets = names.map((): [Map<string, OracleSheet>] => [
    new Map(drawn.map((week) => [week.id, drawSheet(random, week, rules, undefined)])),
  ]);
  const entries = sheets.map(([own]): MadeEntry => ({ joinedAt: BEFORE, sheets: own, defaults: [] }));
  const weeks = drawn.map((week) => ({ ...asShown(week, news, END), tiebreakGid: lastOf(week.games).gid }));
  const made = { name, rules, weeks, plan, entries };
  return { ...made, play: playBought(made, drawn, news) };
}

/** A week as pages show it at a time. */
function asShown(week: DrawnWeek, news: readonly News[], at: number): DrawnWeek {
  const known = new Map(
    news.flatMap((each) => (each.at <= at ? each.games.map((game) => [game.gid, game] as const) : [])),
  );
  const planned: readonly Drawn[] = week.games;
  const games = planned.map((game): Drawn => {
    if (game.isOffEarly) return game;
    return known.get(game.gid) ?? { ...game, isOff: false, isOpen: true };
  });
  return { ...week, games };
}

/** Lets entries buy back, often right at the limits that the oracle names, and predicts the result. */
function playBought({ name, rules, ...made }: Made, weeks: readonly DrawnWeek[], news: readonly News[]): Bought {
  const random = seeded(SEED, name, 'buying back');
  const gids = new Set(weeks.flatMap(({ games }) => games.map(({ gid }) => gid)));
  const moments = news.filter(({ games }) => games.some(({ gid }) => gids.has(gid))).map(({ at }) => at);
  const shown = [BEFORE, ...moments].map((at) => ({ at, weeks: weeks.map((week) => asShown(week, news, at)) }));
  const entries = made.entries.map((entry, at) => ({ ...entry, id: String(at), name: names[at] ?? '' }));
  let bought: OracleBuyBack[] = [];
  const poolNow = (): OraclePool => ({ ...made, rules, entries, shown, bought });
  const locks = weeks.map((week) => Math.max(...lockingGames(week, rules).map(({ lock }) => lock)));
  const looksAt = new Set([...moments, ...locks]);
  const queue: Omit<Attempt, 'isAllowed'>[] = [];
  const acts: (Attempt | Look)[] = [];
  const planned = new Set<string>();

  const plan = (attempt: Omit<Attempt, 'isAllowed' | 'runsPool'>) => {
    const runsPool = rules.buyBackBy === 'commissioner' ? random() < 0.85 : random() < 0.3;
    queue.push({ ...attempt, runsPool });
  };
  const look = (at: number) => {
    const [lives, offers] = [oracleLives(poolNow(), at), oracleOffers(poolNow(), at)];
    const rows = entries.map(({ id }) => ({
      lives: lives[id]?.lives ?? 0,
      outWeek: lives[id]?.outWeek ?? null,
      offer: offers.get(id) ?? null,
    }));
    acts.push({ at, rows });
    for (const [entry, { outWeek, offer }] of rows.entries()) {
      const key = JSON.stringify([entry, offer]);
      if (offer === null && outWeek !== null && random() < 0.15)
        plan({ at: at + 1, kind: 'buy', entry, weekId: outWeek });
      if (offer === null || planned.has(key)) continue;
      planned.add(key);
      const { weekId, until } = offer;
      const chosen = oneOf(random, [at + 1, between(random, at + 1, until - 1), until - 1, until - 1, until]);
      plan({ at: chosen, kind: 'buy', entry, weekId });
    }
  };
  const attempt = (asked: Omit<Attempt, 'isAllowed'>) => {
    const { at, kind, entry, weekId, runsPool } = asked;
    const id = String(entry);
    const mayAsk = runsPool || rules.buyBackBy === 'owner';
    const taking = oracleTakeBack(poolNow(), id, at);
    const offer = oracleOffers(poolNow(), at).get(id);
    const isAllowed =
      mayAsk && (kind === 'buy' ? offer?.weekId === weekId : taking?.weekId === weekId && at < taking.until);
    acts.push({ ...asked, isAllowed });
    if (!isAllowed) return;
    if (kind === 'take') {
      bought = bought.map((one) => (one.entryId === id && one.weekId === weekId ? { ...one, until: at } : one));
      if (random() < 0.5) plan({ at: at + 1, kind: 'buy', entry, weekId });
      return;
    }
    bought = [...bought, { entryId: id, weekId, at, until: Number.POSITIVE_INFINITY }];
    const { until } = oracleTakeBack(poolNow(), id, at) ?? { until: at + 2 };
    if (random() < 0.4 && until > at + 1)
      plan({ at: oneOf(random, [at + 1, until - 1, until]), kind: 'take', entry, weekId });
  };

  for (;;) {
    const next = Math.min(...looksAt, ...queue.map(({ at }) => at));
    if (next === Number.POSITIVE_INFINITY) break;
    if (looksAt.delete(next)) look(next);
    const now = queue.filter(({ at }) => at === next);
    for (const each of now) {
      queue.splice(queue.indexOf(each), 1);
      attempt(each);
    }
    if (now.some(({ kind }) => kind === 'buy')) look(next);
  }
  return { acts, pool: { shown, bought } };
}

/** A pool as stored, and as counted. */
interface Stored {
  readonly name: string;
  readonly poolId: string;
  readonly pool: OraclePool;
  readonly weeks: readonly DrawnWeek[];
  readonly play?: Bought;
}

/** Plays the season in which entries buy back. */
async function playSeason(
  { store, clock }: TestApp,
  people: readonly Person[],
  stored: readonly Stored[],
  news: readonly News[],
): Promise<ReadonlyMap<string, readonly (Attempt | Look)[]>> {
  const seen = new Map(stored.map(({ name }): [string, (Attempt | Look)[]] => [name, []]));
  const show = async ({ games }: News) => {
    await store.db.transaction().execute((tx) => writeGames(tx, store.engine, games.map(asPlayed), clock.now, 'feed'));
    await rescoreAllStale(store, clock.now);
  };
  const look = async ({ name, poolId, pool: { entries } }: Stored) => {
    const { rows } = (await loadStandings(store.db, poolId, clock.now())).state;
    const ofEntry = entries.map(({ id }) => {
      const survival = rows.find((row) => row.id === id)?.survival;
      const { lives = -1, outWeekId = null, mayBuyBack = null } = survival ?? {};
      return { lives, outWeek: outWeekId, offer: mayBuyBack };
    });
    seen.get(name)?.push({ at: clock.now(), rows: ofEntry });
  };
  const attempt = async ({ name, pool }: Stored, asked: Attempt) => {
    const { kind, entry, weekId, runsPool } = asked;
    const ask = { entryId: pool.entries[entry]?.id ?? '', weekId, userId: people[entry]?.userId ?? '', runsPool };
    const outcome = await (kind === 'buy' ? buyBack : takeBuyBackBack)(store, ask, clock.now);
    seen.get(name)?.push({ ...asked, isAllowed: 'isChanged' in outcome && outcome.isChanged });
  };
  const acts = [
    ...news.map((each) => ({ at: each.at, act: () => show(each) })),
    ...stored.flatMap((each) =>
      (each.play?.acts ?? []).map((one) => ({
        at: one.at,
        act: () => ('kind' in one ? attempt(each, one) : look(each)),
      })),
    ),
  ].sort((a, b) => a.at - b.at);
  for (const { at, act } of acts) {
    clock.set(at);
    await act();
  }
  clock.set(END);
  return seen;
}

/** Stores pools before the first game. */
async function storePools(
  { deps, store }: TestApp,
  people: readonly Person[],
  made: readonly Made[],
): Promise<Stored[]> {
  return store.db.transaction().execute(async (db) => {
    const inside = { ...deps, store: { ...store, db } };
    const stored: Stored[] = [];
    for (const { name, rules, weeks, entries: own, play } of made) {
      const poolId = await addPool(inside, { name, rules, weeks: weeks.map(({ id }) => id) });
      const members = own.map((entry, at) => ({ ...entry, person: people[at] as Person }));
      for (const [joinedAt, joining] of Map.groupBy(members, (member) => member.joinedAt)) {
        const userIds = joining.map(({ person }) => person.userId);
        await setMembers(db, poolId, userIds, joinedAt);
      }
      await writePlan(db, poolId, plan);
      const entries = members.map(({ person, ...entry }): OracleEntry => {
        return { ...entry, id: entryIdOf(poolId, person.userId), name: person.name };
      });
      const byPlace = ({ entryId }: OracleBuyBack) => entries[Number(entryId)]?.id ?? '';
      const bought = play?.pool.bought?.map((one) => ({ ...one, entryId: byPlace(one) }));
      const played = play && { shown: play.pool.shown, bought };
      stored.push({ name, poolId, weeks, pool: { rules, weeks, entries, plan, ...played }, ...(play && { play }) });
    }
    return stored;
  });
}

/** A commissioner names the tiebreak games of some weeks. */
async function nameGames({ store, clock }: TestApp, stored: readonly Stored[], adminId: string): Promise<void> {
  for (const { poolId, weeks } of stored) {
    for (const { id: weekId, tiebreakGid: gid, isNamed } of weeks) {
      if (isNamed) await nameTiebreak(store, { adminId, now: clock.now() }, { poolId, weekId, gid }, clock.now);
    }
  }
}

/** Players change their choices, each at their own time. */
async function makeChanges(
  { deps, clock }: TestApp,
  people: readonly Person[],
  stored: readonly Stored[],
): Promise<void> {
  const changes = stored.flatMap(({ poolId, pool: { entries, weeks } }) =>
    entries.flatMap(({ id: entryId, sheets }, at) =>
      weeks.flatMap((week) =>
        changesOf(sheets.get(week.id) as OracleSheet, week).map(({ at: madeAt, wish }) => {
          const actor = { by: 'self', userId: people[at]?.userId ?? '' } as const;
          return { at: madeAt, write: { poolId, entryId, wish, actor, basedOn: null } };
        }),
      ),
    ),
  );
  const inOrder = [...Map.groupBy(changes, ({ at }) => at)].sort(([a], [b]) => a - b);
  for (const [at, writes] of inOrder) {
    clock.set(at);
    await Promise.all(writes.map(({ write }) => deps.picks.add(write)));
  }
}

function changesOf({ change }: OracleSheet, { id: weekId, tiebreakGid }: OracleWeek) {
  if (change === undefined) return [];
  const { at, sides, total, team } = change;
  const choices: SlotWish[] = [
    ...[...sides].map(([gid, side]): SlotWish => ({ kind: 'pick', about: gid, value: { side } })),
    ...(total === null ? [] : [{ kind: 'guess', about: weekId, value: { gid: tiebreakGid, total } } as const]),
    ...(team === null ? [] : [{ kind: 'team', about: weekId, value: team } as const]),
  ];
  return choices.map((wish) => ({ at, wish }));
}

/** The product's results in the format of the oracle. */
function scoresOf({ weeks, rows, winners }: StandingsReply, money: MoneyReply) {
  return {
    rows: Object.fromEntries(
      rows.map(({ id, rank, halves, totalHalves, average, dropped = [], ties }) => [
        id,
        {
          rank,
          weeks: halves.map((own) => (own === null ? null : own / 2)),
          total: totalHalves / 2,
          average,
          dropped: dropped.toSorted(),
          ...(ties && { ties }),
        },
      ]),
    ),
    ...(winners && {
      winners: Object.fromEntries(Object.entries(winners).map(([id, own]) => [id, own.map((one) => one.id).sort()])),
    }),
    prizes: prizesOf(money),
    dues: Object.fromEntries(money.entries.map(({ id, due }) => [id, due])),
    weeks,
  };
}

function survivalOf({ weeks, rows, survivors }: StandingsReply, money: MoneyReply) {
  return {
    rows: Object.fromEntries(
      rows.map(({ id, rank, survival }) => [
        id,
        {
          rank,
          lives: survival?.lives,
          outWeek: survival?.outWeekId,
          wins: survival?.wins,
          ends: survival?.weeks.map(({ result }) => result),
          seconds: survival?.weeks.map(({ second }) => second?.result ?? null),
          boughtBack: survival?.boughtBack ?? [],
        },
      ]),
    ),
    winners: survivors?.toSorted(),
    prizes: prizesOf(money),
    dues: Object.fromEntries(money.entries.map(({ id, due }) => [id, due])),
    weeks,
  };
}

function prizesOf({ prizes }: MoneyReply): OraclePrizes {
  return Object.fromEntries(
    prizes
      .filter(({ shares }) => shares.length > 0)
      .map(({ of, shares }) => [of, Object.fromEntries(shares.map(({ id, cents }) => [id, cents]))]),
  );
}

/** The expected season. Winners of weeks are listed only in pools with a tiebreak; in others, prizes show them. */
function expected({ pool }: Stored) {
  const weeks = pool.weeks.map(({ id }) => id);
  if (pool.rules.format === 'survivor') return { ...oracleSurvival(pool), weeks };
  const { winners, ...scores } = oracleScores(pool);
  return { ...scores, ...(pool.rules.tiebreak === 'none' ? {} : { winners }), weeks };
}

describe('A season as the words of its rules have it', () => {
  const all = drawnWeeks(SEED);
  const singles = [...singleRules(), ...severalPools()];
  const randoms = Array.from({ length: RANDOM_SETS }, (_, at): [string, PoolRules] => {
    const name = `set ${at + 1}`;
    return [name, randomRules(seeded(SEED, 'rules', name))];
  });
  const season = all.filter(({ season: of, number }) => of === BOUGHT_SEASON && number <= BOUGHT_WEEKS);
  const news = drawNews(season);
  const bought = boughtRules().map(([name, rules]) => makeBoughtPool(name, rules, season, news));
  const made = [...[...singles, ...randoms].map(([name, rules]) => makePool(name, rules, all)), ...bought];

  describe.each(usualEngines)('on %s', (engine) => {
    let league: TestApp;
    const stored = new Map<string, Stored>();
    let seenBought: ReadonlyMap<string, readonly (Attempt | Look)[]>;

    beforeAll(async () => {
      const clock = new TestClock(BEFORE);
      league = await createTestApp(engine, { clock });
      const { deps, store } = league;
      const people: Person[] = [];
      for (const name of names) people.push(await addPerson(deps, { name }));
      const played = new Set([
        ...made.flatMap(({ weeks }) => weeks.map(({ id }) => id)),
        ...season.map(({ id }) => id),
      ]);
      const planned = all.filter(({ id }) => played.has(id)).flatMap((week) => week.games);
      const games = planned.filter(({ weekId }) => !weekId.startsWith(BOUGHT_SEASON));
      const write = (writes: readonly GameWrite[]) =>
        store.db.transaction().execute((tx) => writeGames(tx, engine, writes, clock.now, 'feed'));
      await addWeeks(store.db, [...played]);
      await write(planned.map(asPlanned));
      const pools = await storePools(league, people, made);
      await nameGames(league, pools, people[0]?.userId ?? '');
      await store.db.transaction().execute((tx) => storeSheets({ db: tx, engine }, pools, BEFORE));
      for (const each of pools) stored.set(each.name, each);
      await write(planned.filter(({ isOffEarly }) => isOffEarly).map(asPlayed));
      await makeChanges(league, people, pools);
      clock.set(AFTER);
      await write(games.filter(({ isOffEarly }) => !isOffEarly).map(asLocked));
      await fillAll(league, pools);
      await write(games.map(asPlayed));
      await rescoreAllStale(store, clock.now);
      const boughtPools = pools.filter(({ play }) => play !== undefined);
      seenBought = await playSeason(league, people, boughtPools, news);
    });

    afterAll(() => league.close());

    async function check(name: string): Promise<void> {
      const each = stored.get(name) as Stored;
      const { db } = league.store;
      const { state } = await loadStandings(db, each.poolId, league.clock.now());
      const money = (await loadMoney(db, each.poolId, league.clock.now())).state;
      const isSurvivor = each.pool.rules.format === 'survivor';
      const seen = isSurvivor ? survivalOf(state, money) : scoresOf(state, money);
      expect(seen, `RULE_SETS_SEED=${SEED}, ${name}: ${rulesText(each.pool.rules)}`).toEqual(expected(each));
    }

    it.each(singles.map(([name]) => name))('with %s', check);

    it.each(randoms.map(([name]) => name))('with random rules, %s', check);

    it.each(bought.map(({ name }) => name))('with %s', async (name) => {
      const { play, pool, weeks } = stored.get(name) as Stored;
      const about = `RULE_SETS_SEED=${SEED}, ${name}, ${weeks.map(({ id }) => id).join()}: ${rulesText(pool.rules)}`;
      expect(seenBought.get(name), about).toEqual(play?.acts);
      await check(name);
    });
  });
});

/** The rules that differ from the defaults. */
function rulesText(rules: PoolRules): string {
  const own = ruleNames.filter((rule) => rules[rule] !== defaultRules[rule]);
  return JSON.stringify(Object.fromEntries(own.map((rule) => [rule, rules[rule]])));
}
