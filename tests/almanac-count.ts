/**
 * Counts the almanac of a line of seasons, for tests only: by slow loops over picks and games, from the text of the specification and of
 * decision 075, not from the code of the almanac. The points, ranks and week winners of a season are those of `rule-oracle.ts`.
 */
import type {
  AllTime,
  AlmanacRecord,
  AlmanacReply,
  AlmanacYear,
  OwnRecordReply,
  RivalsReply,
} from '#contract/almanac.ts';
import { compareNames } from '#core/name-order.ts';
import { normalizeName } from '#core/names.ts';
import type { Side } from '#core/types.ts';
import type { OracleEntry, OracleGame, OraclePool, OracleScores, OracleSurvival, OracleWeek } from './rule-oracle.ts';
import { lockingGames, oracleScores, oracleSurvival, slateOf } from './rule-oracle.ts';

/** An entry with the user who owns it. */
export type CountedEntry = OracleEntry & { readonly ownerId: string };

/** A season that was played here, with its decided weeks only. */
export interface CountedSeason {
  readonly year: number;
  readonly poolId: string;
  readonly poolName: string;
  readonly pool: Omit<OraclePool, 'entries'> & { readonly entries: readonly CountedEntry[] };
  /** Whether no week of it is open. */
  readonly isDecided: boolean;
}

export interface CountedTyped {
  readonly year: number;
  readonly places: readonly {
    readonly place: number;
    readonly name: string;
    readonly points: number | null;
    /** In cents. */
    readonly prize: number | null;
    readonly personId: string | null;
  }[];
}

export interface CountedLine {
  readonly seasons: readonly CountedSeason[];
  readonly typed: readonly CountedTyped[];
  /** The users whom a commissioner says that players without an account are. */
  readonly same: ReadonlyMap<string, string>;
  /** The present names of users. */
  readonly names: ReadonlyMap<string, string>;
}

interface Tally {
  right: number;
  wrong: number;
}

/** A pick that was right or wrong. */
interface Judged {
  readonly entry: CountedEntry;
  readonly season: CountedSeason;
  readonly weekAt: number;
  readonly game: OracleGame;
  readonly side: Side;
  readonly isRight: boolean;
}

/** A row of a final table. */
interface Row {
  readonly person: string;
  readonly place: number;
  readonly name: string;
  readonly points: number | null;
  readonly prize: number | null;
}

/** A year of the almanac with all that is counted of it. */
interface Year {
  readonly year: number;
  readonly season: CountedSeason | null;
  readonly isOver: boolean;
  readonly rows: readonly Row[];
  readonly picks: readonly Judged[];
  readonly scores: OracleScores | null;
  /** By week, the points of the best entry of each person who played it; none in survivor. */
  readonly weekPoints: readonly ReadonlyMap<string, number>[];
}

type Holder = AlmanacRecord['holders'][number];
type Duel = RivalsReply['rivals'][number]['weeks'];

export class AlmanacCount {
  readonly #line: CountedLine;
  /** The earliest first. */
  readonly #years: readonly Year[];
  readonly #names = new Map<string, string>();

  constructor(line: CountedLine) {
    this.#line = line;
    const played = line.seasons.map((season) => this.#playedYear(season));
    const typed = line.typed.toSorted((a, b) => a.year - b.year).map((each) => this.#typedYear(each));
    this.#years = [...played, ...typed].sort((a, b) => a.year - b.year);
  }

  #personOf(userId: string): string {
    return this.#line.same.get(userId) ?? userId;
  }

  #userName(userId: string): string {
    return this.#line.names.get(userId) ?? '';
  }

  #nameOf(person: string): string {
    return this.#names.get(person) ?? this.#userName(person);
  }

  #playedYear(made: CountedSeason): Year {
    const { year } = made;
    const { rules } = made.pool;
    const ofPool = made.pool.weeks.map((week) => ({ ...week, games: slateOf(week.games, rules) }));
    const pool = { ...made.pool, weeks: ofPool };
    const season = { ...made, pool };
    const isSurvivor = rules.format === 'survivor';
    const survival = isSurvivor && pool.weeks.length > 0 ? oracleSurvival(pool) : null;
    const scores = !isSurvivor ? oracleScores(pool) : null;
    const rows =
      pool.weeks.length === 0
        ? []
        : pool.entries.map((entry): Row => {
            const person = this.#personOf(entry.ownerId);
            const place = survival?.rows[entry.id]?.rank ?? scores?.rows[entry.id]?.rank ?? 0;
            return { person, place, name: entry.name, points: scores?.rows[entry.id]?.total ?? null, prize: null };
          });
    const alive = Object.values(survival?.rows ?? {}).filter(({ outWeek }) => outWeek === null);
    const isWon = survival !== null && alive.length <= 1;
    const picks = pool.entries.flatMap((entry) => judgedOf(season, entry, survival));
    const weekPoints = scores === null ? [] : pool.weeks.map((week, at) => this.#weekPoints(season, scores, week, at));
    return { year, season, isOver: season.isDecided || isWon, rows, picks, scores, weekPoints };
  }

  #weekPoints({ pool }: CountedSeason, scores: OracleScores, week: OracleWeek, at: number): Map<string, number> {
    const best = new Map<string, number>();
    for (const entry of pool.entries) {
      const person = this.#personOf(entry.ownerId);
      const points = scores.rows[entry.id]?.weeks[at] ?? null;
      if (points !== null && playsWeek(pool, entry, week))
        best.set(person, Math.max(points, best.get(person) ?? points));
    }
    return best;
  }

  #typedYear({ year, places }: CountedTyped): Year {
    const seen = new Map<string, number>();
    const rows = places.map(({ place, name, points, prize, personId }): Row => {
      if (personId !== null) {
        const person = this.#personOf(personId);
        return { place, person, points, prize, name: this.#userName(person) };
      }
      const own = normalizeName(name);
      const which = (seen.get(own) ?? 0) + 1;
      seen.set(own, which);
      const person = `name:${which}:${own}`;
      this.#names.set(person, name);
      return { place, person, points, prize, name };
    });
    return { year, season: null, isOver: true, rows, picks: [], scores: null, weekPoints: [] };
  }

  /** Whether a viewer, or a player whom they are, has an entry in a season. */
  #played(viewer: string, { season }: Year): boolean {
    return season?.pool.entries.some(({ ownerId }) => this.#personOf(ownerId) === this.#personOf(viewer)) ?? false;
  }

  almanac(viewer: string): AlmanacReply {
    return {
      years: this.#years.toReversed().map((year) => this.#yearOf(year, viewer)),
      allTime: this.#allTime(),
      records: this.#records(viewer),
    };
  }

  #yearOf(year: Year, viewer: string): AlmanacYear {
    const { season, rows } = year;
    // Level rows of a typed table stay as they were typed.
    const byName = (a: Row, b: Row) => (season === null ? 0 : compareNames({ ...a, id: '' }, { ...b, id: '' }));
    const table = rows.toSorted((a, b) => a.place - b.place || byName(a, b));
    return {
      year: year.year,
      pool: season && { id: season.poolId, name: season.poolName },
      isOwn: this.#played(viewer, year),
      isOver: year.isOver,
      // A week of which all games are off is not decided.
      weeks: season?.pool.weeks.filter(({ games }) => games.some(({ isOff }) => !isOff)).length ?? 0,
      table: table.map(({ prize, ...row }) => ({ ...row, ...(prize !== null && { prize }) })),
    };
  }

  /** The best place of each person in a year. */
  #best({ rows }: Year): Map<string, number> {
    const best = new Map<string, number>();
    for (const { person, place } of rows) best.set(person, Math.min(place, best.get(person) ?? place));
    return best;
  }

  #allTime(): AllTime[] {
    const over = this.#years.filter(({ isOver }) => isOver);
    const persons = new Set(over.flatMap(({ rows }) => rows.map(({ person }) => person)));
    const all = [...persons].map((person): AllTime => {
      const own = over.filter(({ rows }) => rows.some((row) => row.person === person));
      const places = own.map((year) => ({ year: year.year, place: this.#best(year).get(person) ?? 0 }));
      const at = (wanted: number) => places.filter(({ place }) => place === wanted).length;
      return {
        person: { id: person, name: this.#nameOf(person) },
        seasons: own.length,
        typed: own.filter(({ season }) => season === null).length,
        titles: at(1),
        seconds: at(2),
        thirds: at(3),
        best: Math.min(...places.map(({ place }) => place)),
        weekWins: this.#weeksWon(person),
        picks: tallyOf(this.#picksOf(person)),
        places,
      };
    });
    return all.sort(
      (a, b) =>
        b.titles - a.titles ||
        b.seconds - a.seconds ||
        b.thirds - a.thirds ||
        a.best - b.best ||
        b.seasons - a.seasons ||
        compareNames(a.person, b.person),
    );
  }

  #weeksWon(person: string): number {
    let won = 0;
    for (const { season, scores } of this.#years) {
      const own = season?.pool.entries.filter(({ ownerId }) => this.#personOf(ownerId) === person) ?? [];
      for (const winners of Object.values(scores?.winners ?? {}))
        if (own.some(({ id }) => winners.includes(id))) won += 1;
    }
    return won;
  }

  #picksOf(person: string): Judged[] {
    return this.#years.flatMap(({ picks }) => picks.filter(({ entry }) => this.#personOf(entry.ownerId) === person));
  }

  #records(viewer: string): AlmanacRecord[] {
    const records = [
      this.#bestWeek(viewer),
      this.#streak(viewer),
      this.#weekWins(viewer),
      this.#closest(viewer),
      this.#upset(viewer),
    ];
    return records.filter((record) => record !== null);
  }

  #holder(
    year: Year,
    entry: CountedEntry,
    viewer: string,
    secret: Omit<Holder, 'person' | 'name' | 'year'> = {},
  ): Holder {
    const person = this.#personOf(entry.ownerId);
    const open = { person: { id: person, name: this.#nameOf(person) }, name: entry.name, year: year.year };
    return { ...open, ...(this.#played(viewer, year) && secret) };
  }

  #bestWeek(viewer: string): AlmanacRecord | null {
    const all = this.#years.flatMap((year) => {
      const { season, picks } = year;
      if (season === null || season.pool.rules.format === 'survivor') return [];
      return season.pool.weeks.flatMap(({ id: weekId }, at) =>
        entriesByPlace(year).map((entry) => {
          const tally = tallyOf(picks.filter((pick) => pick.entry === entry && pick.weekAt === at));
          return { ...tally, holder: this.#holder(year, entry, viewer, { weekId }) };
        }),
      );
    });
    const right = Math.max(0, ...all.map((each) => each.right));
    if (right === 0) return null;
    const first = all.filter((each) => each.right === right);
    const wrong = Math.min(...first.map((each) => each.wrong));
    const holders = first.filter((each) => each.wrong === wrong).map(({ holder }) => holder);
    return { kind: 'bestWeek', value: right, of: right + wrong, ...listed(holders) };
  }

  #streak(viewer: string): AlmanacRecord | null {
    const all = this.#years.flatMap((year) => {
      const entries = entriesByPlace(year);
      const weeks = year.season?.pool.weeks ?? [];
      return entries.map((entry) => {
        const own = year.picks.filter((pick) => pick.entry === entry).sort((a, b) => byKickoff(a.game, b.game));
        let longest: Judged[] = [];
        let now: Judged[] = [];
        for (const pick of own) {
          now = pick.isRight ? [...now, pick] : [];
          if (now.length > longest.length) longest = now;
        }
        const weekId = weeks[longest[0]?.weekAt ?? 0]?.id ?? '';
        const toWeekId = weeks[longest.at(-1)?.weekAt ?? 0]?.id ?? '';
        const at = longest[0]?.weekAt ?? 0;
        return { value: longest.length, at, holder: this.#holder(year, entry, viewer, { weekId, toWeekId }) };
      });
    });
    return mostOf('streak', all);
  }

  #weekWins(viewer: string): AlmanacRecord | null {
    const all = this.#years.flatMap((year) =>
      entriesByPlace(year).map((entry) => {
        const winners = Object.values(year.scores?.winners ?? {});
        const value = winners.filter((ids) => ids.includes(entry.id)).length;
        return { value, at: 0, holder: this.#holder(year, entry, viewer) };
      }),
    );
    return mostOf('weekWins', all);
  }

  #closest(viewer: string): AlmanacRecord | null {
    const all = this.#years.flatMap((year) => {
      const { season, scores, isOver } = year;
      if (season === null || scores === null || !isOver || season.pool.entries.length < 2) return [];
      const totals = Object.values(scores.rows).map(({ total }) => total);
      const [first = 0, second = 0] = totals.sort((a, b) => b - a);
      const winners = entriesByPlace(year).filter(({ id }) => scores.rows[id]?.rank === 1);
      return [{ value: 2 * (first - second), holders: winners.map((entry) => this.#holder(year, entry, viewer)) }];
    });
    if (all.length === 0) return null;
    const value = Math.min(...all.map((each) => each.value));
    const holders = all.filter((each) => each.value === value).flatMap((each) => each.holders);
    return { kind: 'closestFinish', value, ...listed(holders) };
  }

  #upset(viewer: string): AlmanacRecord | null {
    const all = this.#years.flatMap((year) => {
      const { season } = year;
      if (season === null) return [];
      return entriesByPlace(year).flatMap((entry) => {
        const own = year.picks.filter(
          (pick) => pick.entry === entry && pick.isRight && hasWon(pick) && isUnderdog(pick),
        );
        const value = Math.max(0, ...own.map(pointsOfLine));
        const [first] = own.filter((pick) => pointsOfLine(pick) === value).sort((a, b) => byKickoff(a.game, b.game));
        if (first === undefined) return [];
        const weekId = season.pool.weeks[first.weekAt]?.id ?? '';
        const secret = { weekId, team: teamOf(first), opponent: opponentOf(first) };
        return [{ value, at: first.weekAt, holder: this.#holder(year, entry, viewer, secret) }];
      });
    });
    return mostOf('upset', all);
  }

  /** Everybody in any table or season. */
  persons(): string[] {
    return [...new Set(this.#years.flatMap(({ rows }) => rows.map(({ person }) => person)))];
  }

  rivals(of: string): RivalsReply {
    const person = this.#personOf(of);
    const rivals = this.persons().flatMap((other) => {
      if (other === person) return [];
      const weeks = { before: 0, behind: 0, level: 0 };
      const seasons = { before: 0, behind: 0, level: 0 };
      for (const year of this.#years) {
        const best = this.#best(year);
        const [own, theirs] = [best.get(person), best.get(other)];
        if (year.isOver && own !== undefined && theirs !== undefined) count(seasons, theirs - own);
        for (const points of year.weekPoints) {
          const [mine, its] = [points.get(person), points.get(other)];
          if (mine !== undefined && its !== undefined) count(weeks, mine - its);
        }
      }
      const [shared, sharedSeasons] = [met(weeks), met(seasons)];
      if (shared + sharedSeasons === 0) return [];
      return [{ shared, sharedSeasons, rival: { person: { id: other, name: this.#nameOf(other) }, weeks, seasons } }];
    });
    rivals.sort(
      (a, b) =>
        b.shared - a.shared || b.sharedSeasons - a.sharedSeasons || compareNames(a.rival.person, b.rival.person),
    );
    return { person: { id: person, name: this.#nameOf(person) }, rivals: rivals.map(({ rival }) => rival) };
  }

  own(viewer: string): OwnRecordReply {
    const picks = this.#picksOf(this.#personOf(viewer));
    const teams = [...new Set(picks.flatMap(({ game }) => [game.home, game.away]))].map((team) => ({
      team,
      picked: tallyOf(picks.filter((pick) => teamOf(pick) === team)),
      against: tallyOf(picks.filter((pick) => opponentOf(pick) === team)),
    }));
    return {
      picks: tallyOf(picks),
      teams,
      favorites: tallyOf(picks.filter((pick) => lineFor(pick) > 0)),
      underdogs: tallyOf(picks.filter(isUnderdog)),
      home: tallyOf(picks.filter(({ side }) => side === 'home')),
      away: tallyOf(picks.filter(({ side }) => side === 'away')),
    };
  }
}

/** The picks of an entry in decided weeks that were right or wrong. */
function judgedOf(season: CountedSeason, entry: CountedEntry, survival: OracleSurvival | null): Judged[] {
  const { pool } = season;
  const { rules } = pool;
  return pool.weeks.flatMap((week, weekAt) => {
    const sheet = entry.sheets.get(week.id);
    const games = week.games.filter(({ isOff }) => !isOff);
    if (rules.format !== 'survivor') {
      return games.flatMap((game): Judged[] => {
        const side = sheet?.sides.get(game.gid)?.side;
        const isRight = side === undefined ? null : isRightSide(side, game, pool);
        return side === undefined || isRight === null ? [] : [{ entry, season, weekAt, game, side, isRight }];
      });
    }
    const game = games.find(({ gid }) => gid === sheet?.team?.gid);
    const end = survival?.rows[entry.id]?.ends[weekAt];
    if (game === undefined || (end !== 'won' && end !== 'lost' && end !== 'spared')) return [];
    const isHome = (game.home === sheet?.team?.team) === (rules.goal === 'win');
    return [{ entry, season, weekAt, game, side: isHome ? 'home' : 'away', isRight: end === 'won' }];
  });
}

/** Null for half a point, and for a game that does not count. */
function isRightSide(side: Side, game: OracleGame, { rules }: Pick<OraclePool, 'rules'>): boolean | null {
  const own = rules.useSpread ? lineOf(game, rules) : null;
  const isMoved = own !== null && rules.roundSpread && Number.isInteger(own);
  const line = (own ?? 0) + (isMoved ? (own > 0 ? 0.5 : -0.5) : 0);
  const lead = game.homeScore - game.awayScore - line;
  if (lead !== 0) return lead > 0 === (side === 'home');
  if (line !== 0) return rules.push === 'home' ? side === 'home' : null;
  return { nobody: false, half: null, both: true }[rules.tie];
}

/** Points by which the home side is favored in a pool, before they are rounded. */
function lineOf(game: OracleGame, { line }: OraclePool['rules']): number | null {
  return line === 'frozen' ? game.frozenLine : game.line;
}

/** Points by which the picked side is favored; negative for an underdog. */
function lineFor({ season, game, side }: Judged): number {
  const line = lineOf(game, season.pool.rules) ?? 0;
  return side === 'home' ? line : -line;
}

const isUnderdog = (pick: Judged) => lineFor(pick) < 0;
const pointsOfLine = (pick: Judged) => Math.abs(lineFor(pick));

function hasWon({ game: { homeScore, awayScore }, side }: Judged): boolean {
  return side === 'home' ? homeScore > awayScore : awayScore > homeScore;
}

function teamOf({ game, side }: Judged): string {
  return side === 'home' ? game.home : game.away;
}

function opponentOf({ game, side }: Judged): string {
  return side === 'home' ? game.away : game.home;
}

/** Whether an entry plays a decided week: it was not over before it joined, or it has a pick of it; with weekly play only in the second case. */
function playsWeek({ rules }: Pick<OraclePool, 'rules'>, entry: CountedEntry, week: OracleWeek): boolean {
  const games = lockingGames(week, rules);
  const on = games.filter(({ isOffEarly }) => !isOffEarly);
  const { sides = new Map(), order = [] } = entry.sheets.get(week.id) ?? {};
  const hasPick = on.some(({ gid }) => sides.has(gid) || order.length > 0);
  if (rules.weekly) return hasPick;
  const isOver = games.filter(({ isOff }) => !isOff).every(({ lock }) => lock <= entry.joinedAt);
  return !isOver || hasPick;
}

/** By place, then by name, as in the table. */
function entriesByPlace({ season, rows }: Year): CountedEntry[] {
  const entries = season?.pool.entries ?? [];
  const placed = entries.flatMap((entry, at) => (rows[at] === undefined ? [] : [{ entry, place: rows[at].place }]));
  return placed.sort((a, b) => a.place - b.place || compareNames(a.entry, b.entry)).map(({ entry }) => entry);
}

function tallyOf(picks: readonly Judged[]): Tally {
  const right = picks.filter(({ isRight }) => isRight).length;
  return { right, wrong: picks.length - right };
}

function byKickoff(a: OracleGame, b: OracleGame): number {
  return a.kickoff - b.kickoff || (a.gid < b.gid ? -1 : 1);
}

const SHOWN = 5;

function listed(holders: readonly Holder[]): Pick<AlmanacRecord, 'holders' | 'more'> {
  return { holders: holders.slice(0, SHOWN), more: Math.max(0, holders.length - SHOWN) };
}

/** The record of the greatest value, unless it is 0. @param all as in the tables; `at` is the week that orders those of one year */
function mostOf(
  kind: AlmanacRecord['kind'],
  all: readonly { readonly value: number; readonly at: number; readonly holder: Holder }[],
): AlmanacRecord | null {
  const value = Math.max(0, ...all.map((each) => each.value));
  if (value === 0) return null;
  const holding = all.filter((each) => each.value === value);
  holding.sort((a, b) => a.holder.year - b.holder.year || a.at - b.at);
  return { kind, value, ...listed(holding.map(({ holder }) => holder)) };
}

/** @param lead positive if the first of two finished before the second */
function count(duel: Duel, lead: number): void {
  if (lead > 0) duel.before += 1;
  else if (lead < 0) duel.behind += 1;
  else duel.level += 1;
}

function met({ before, behind, level }: Duel): number {
  return before + behind + level;
}
