/** A season of 60 players with one to three entries each, in pools of all formats; tests/counted-season.ts counts it independently. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Wish } from '#contract/picks.ts';
import { teamAbbrs } from '#core/teams.ts';
import type { Side } from '#core/types.ts';
import type { Random } from '#server/demo/season.ts';
import { between, oneOf, seeded, shuffled } from '#server/demo/season.ts';
import type { WeekToImport } from '#server/imports/picks-store.ts';
import { addEntries, addPlayers, importPoolPicks, importWeeks } from '#server/imports/picks-store.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { TestClock } from './app.ts';
import type { Person } from './builders.ts';
import { addGame, addPerson, addPool } from './builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from './core-samples.ts';
import type { CountedPool, CountedWeek, PlayedGame, Sheet } from './counted-season.ts';
import { countActivePeople, countLives, countScores, countSurvival } from './counted-season.ts';
import { engines } from './engines.ts';
import { entryIdOf } from './entry-ids.ts';
import { withLeague } from './league.ts';
import type { Chosen } from './pick.ts';

const WEEKS = 7;
const GAMES = 6;
const LIVES = 2;
/** From this week on every team chosen in the survivor pool loses, so that no one is left at the end. */
const UPSETS = 5;
const DAY = 24 * HOUR;
const WEEK_MS = 7 * DAY;
const weekIds = Array.from({ length: WEEKS }, (_, week) => `2026-week${week + 1}`);
const games = Array.from({ length: GAMES }, (_, game) => game);

const formats = ['pickem', 'confidence', 'survivor'] as const;
type Format = (typeof formats)[number];
/** Odd cents, to test how they are distributed. */
const plan = { fee: 1000, week: 501, places: [30_001, 10_000, 5000] };

/** Players with an account; with the six others there are 60. */
const MEMBERS = 54;
const OLD_TIMERS = ['Old Tom', 'Old Sam', 'Old Pat', 'Old Kim', 'Old Lee', 'Old Max'];
/** The commissioner enters picks of others, and picks for themselves. */
const COMMISSIONER = 0;
/** Has three entries from the start and misses two weeks of the first one and most of a third; Old Sam's entry fills it. */
const FORGETFUL = 1;
const HALF_FORGOTTEN_WEEK = 2;
/** Adds an entry, gives it up and adds another. */
const CHANGES_THEIR_MIND = 2;
/** Is right about every game of one week, with both entries. */
const ORACLE = 3;
const ORACLE_WEEK = 2;
/** Gets the entry of Old Tom in addition to their own. */
const GETS_OLD_TOM = 4;
/** Is removed before the fourth week and comes back before the sixth. */
const REMOVED = 5;
/** Their account is disabled before the fifth week: they pick nothing from then on, and their entries stay. */
const DISABLED = 6;
/** Join the pools that have weekly scores when two weeks are over. */
const LATE = [49, 50, 51];
const LATE_WEEK = 2;
/** Joins a week later, adds an entry and gives up the first. */
const LATE_AGAIN = 52;
/** Becomes a member by getting the entry of Old Pat. */
const GETS_OLD_PAT = 53;

/** The number of a player's entries by mid-season, apart from the special cases above. */
function entryCount(player: number): number {
  const fixed = new Map([
    [COMMISSIONER, 2],
    [FORGETFUL, 3],
    [ORACLE, 2],
    [REMOVED, 2],
    [DISABLED, 2],
    ...[CHANGES_THEIR_MIND, GETS_OLD_TOM, LATE_AGAIN, GETS_OLD_PAT].map((each) => [each, 1] as const),
  ]);
  return fixed.get(player) ?? between(seeded('entries', player), 1, 3);
}

/** The weeks before which a player adds entries; none are added to a survivor pool that has begun. */
function addsBefore(format: Format, player: number): number[] {
  const isFromTheStart = format === 'survivor' || [FORGETFUL, ORACLE].includes(player);
  const from = LATE.includes(player) ? LATE_WEEK : 0;
  const weeks = Array.from({ length: entryCount(player) - 1 }, (_, at) =>
    between(seeded('added', player, at), from, 4),
  );
  return weeks.toSorted().map((week) => (isFromTheStart ? 0 : week));
}

/** How a game ends. The third one of the second week is called off. */
function ending(week: number, game: number): PlayedGame {
  const random = seeded('results', week, game);
  const teams = teamAbbrs.slice(0, 2 * GAMES);
  const turned = shuffled(seeded('teams', week), teams);
  const away = between(random, 3, 40);
  const home = random() < 0.1 ? away : between(random, 3, 40);
  const isOff = week === 1 && game === 2;
  return { away: turned[2 * game] ?? '', home: turned[2 * game + 1] ?? '', points: [away, home], isOff };
}

/** An entry in the test, whether or not it plays. */
interface Entry {
  readonly id: string;
  /** Seeds its random choices; never changes. */
  readonly key: string;
  readonly since: number;
  readonly isFirst: boolean;
  readonly sheets: Sheet[];
  name: string;
  ownerId: string;
  /** Null for an entry of a player without an account. */
  owner: Person | null;
  /** Whether it was given up, or another entry was filled from it. */
  isOut: boolean;
}

interface Pool {
  readonly format: Format;
  readonly id: string;
  readonly entries: Entry[];
  /** Entries by the name of the player without an account for whom they were made. */
  readonly ofOldTimers: ReadonlyMap<string, Entry>;
}

type Team = NonNullable<Sheet['team']>;

const blank = (): Sheet => ({ sides: new Map(), order: [], guess: null, team: null });

function sumOf(points: readonly (number | null)[] = []): number {
  return points.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}

/** The picks that everybody sees as made: a link counts no order and no guess. */
function visiblyMade({ sides, team }: Sheet): number {
  return sides.size + Number(team !== null);
}

function newEntry(about: Pick<Entry, 'id' | 'key' | 'name' | 'ownerId' | 'owner' | 'since' | 'isFirst'>): Entry {
  return { ...about, sheets: weekIds.map(blank), isOut: false };
}

describe.each(engines)('A season of 60 players with one to three entries on %s', (engine) => {
  const clock = new TestClock(SUNDAY_1PM - 6 * DAY);
  // Users have the usual limits, by the clock of the league.
  const league = withLeague(engine, { clock, personLimits: createPersonLimits(personRates, clock.now) });
  const results = weekIds.map((_, week) => games.map((game) => ending(week, game)));
  const gids: string[][] = [];
  const people: Person[] = [];
  const pools: Pool[] = [];
  const removed = new Set<string>();
  const disabled = new Set<string>();
  let admin: Person;

  const kickoffOf = (week: number) => SUNDAY_1PM + week * WEEK_MS;
  const gidOf = (week: number, game: number) => gids[week]?.[game] ?? '';
  const played = (week: number, game: number) => results[week]?.[game] as PlayedGame;
  const lastOf = (week: number) => gidOf(week, GAMES - 1);
  const person = (player: number) => people[player] as Person;
  const first = ({ entries, id }: Pool, player: number) =>
    entries.find((entry) => entry.id === entryIdOf(id, person(player).userId)) as Entry;
  const oldTimer = ({ ofOldTimers }: Pool, name: string) => ofOldTimers.get(name) as Entry;
  /** Given-up entries and those of removed members are in no table. */
  const playing = ({ entries }: Pool) => entries.filter((entry) => !entry.isOut && !removed.has(entry.ownerId));
  const scored = () => pools.filter(({ format }) => format !== 'survivor');
  const survivor = () => pools.filter(({ format }) => format === 'survivor');

  beforeAll(async () => {
    const { deps, store } = league;
    admin = await addPerson(deps, { name: 'The admin', isAdmin: true });
    for (let player = 0; player < MEMBERS; player += 1)
      people.push(await addPerson(deps, { name: `Player ${String(player + 1).padStart(2, '0')}` }));
    for (const [week, weekId] of weekIds.entries()) {
      const ofWeek: string[] = [];
      for (const [game, { away, home }] of results[week]?.entries() ?? [])
        ofWeek.push(await addGame(deps, { weekId, away, home, kickoff: kickoffOf(week) + game * HOUR }));
      gids.push(ofWeek);
    }
    const rules = {
      pickem: { tie: 'half' },
      confidence: {},
      survivor: { lives: LIVES },
    } as const;
    for (const format of formats) {
      const isSurvivor = format === 'survivor';
      const ofScores = { lateJoin: 'lowest', dropWeeks: 1, tiebreak: 'closest' } as const;
      const members = people.filter(
        (_, player) => player !== GETS_OLD_PAT && (isSurvivor || ![...LATE, LATE_AGAIN].includes(player)),
      );
      const id = await addPool(deps, {
        rules: { format, entries: 3, ...(!isSurvivor && ofScores), ...rules[format] },
        weeks: weekIds,
        members,
        commissioners: [person(COMMISSIONER)],
      });
      const body = { plan: isSurvivor ? { ...plan, week: 0 } : plan, seen: { fee: 0, week: 0, places: [] } };
      (await league.call('PUT /api/pools/:poolId/money/plan', { as: admin, params: { poolId: id }, body })).ok();
      const entries = members.map((owner) => firstEntry(id, people.indexOf(owner), 0));
      const imported = await addPlayers(store, id, OLD_TIMERS, clock.now());
      const ofOldTimers = new Map<string, Entry>();
      for (const [name, entryId] of imported) {
        const ownerId = entryId.slice(id.length + 1);
        const about = { id: entryId, key: name, name, ownerId, owner: null, since: 0, isFirst: true };
        ofOldTimers.set(name, newEntry(about));
      }
      pools.push({ format, id, entries: [...entries, ...ofOldTimers.values()], ofOldTimers });
      await addLine(pools.at(-1) as Pool, 'Old Max');
    }
  });

  /** Imports a second entry of a player without an account. */
  async function addLine(pool: Pool, playerName: string): Promise<void> {
    const { id: besideId, ownerId } = oldTimer(pool, playerName);
    const name = `${playerName} again`;
    const [id = ''] = await addEntries(league.store, [{ besideId, name }], clock.now());
    pool.entries.push(newEntry({ id, key: name, name, ownerId, owner: null, since: 0, isFirst: false }));
  }

  function firstEntry(poolId: string, player: number, since: number): Entry {
    const owner = person(player);
    const { userId: ownerId, name } = owner;
    return newEntry({
      id: entryIdOf(poolId, ownerId),
      key: `${player}/1`,
      name,
      ownerId,
      owner,
      since,
      isFirst: true,
    });
  }

  /* Actions between two weeks. */

  async function setMember({ id: poolId }: Pool, player: number, enabled: boolean): Promise<void> {
    const params = { poolId, userId: person(player).userId };
    (await league.call('PUT /api/pools/:poolId/members/:userId', { as: admin, params, body: { enabled } })).ok();
  }

  /** An additional entry is named after its owner with its number, and is never the first. */
  async function addEntry(pool: Pool, player: number, number: number, week: number): Promise<Entry> {
    const owner = person(player);
    const params = { poolId: pool.id };
    const added = await league.call('POST /api/pools/:poolId/entries', { as: owner, params, body: {} });
    const { id } = added.ok();
    const about = { key: `${player}/${number}`, name: `${owner.name} ${number}`, ownerId: owner.userId, owner };
    const entry = newEntry({ id, ...about, since: week, isFirst: false });
    pool.entries.push(entry);
    return entry;
  }

  async function giveUp(entry: Entry): Promise<void> {
    const params = { entryId: entry.id };
    (await league.call('DELETE /api/entries/:entryId', { as: entry.owner ?? admin, params })).ok();
    entry.isOut = true;
  }

  /** Links the entry of a player without an account. Its picks for the coming week are withdrawn. */
  async function link(pool: Pool, name: string, player: number, week: number, as: Person) {
    const entry = oldTimer(pool, name);
    await fromFile(pool, [entry], week);
    const params = { entryId: entry.id, userId: person(player).userId };
    const linked = await league.call('POST /api/entries/:entryId/link/:userId', { as, params });
    if (linked.code === null) {
      expect(linked.ok().withdrawn).toBe(visiblyMade(entry.sheets[week] ?? blank()));
      entry.sheets[week] = blank();
    }
    return linked;
  }

  /** The account has the entry from then on. */
  function give(entry: Entry, player: number, name: string): void {
    const owner = person(player);
    Object.assign(entry, { owner, ownerId: owner.userId, name });
  }

  /** Copies the picks that an entry lacks from another one; with confidence only weeks in which it has none. */
  function fill({ format }: Pool, entry: Entry, from: Entry): void {
    for (const [week, sheet] of entry.sheets.entries()) {
      const other = from.sheets[week] as Sheet;
      const isEmpty = sheet.sides.size === 0 && sheet.order.length === 0;
      if (format === 'pickem' || isEmpty) {
        sheet.sides = new Map([...other.sides, ...sheet.sides]);
        if (isEmpty) sheet.order = other.order;
      }
      sheet.guess ??= other.guess;
    }
    from.isOut = true;
  }

  /** What happens between the weeks. */
  async function happensBefore(week: number): Promise<void> {
    clock.set(kickoffOf(week) - 5 * DAY);
    if (week === LATE_WEEK) for (const player of LATE) await joinScored(player, week);
    for (const pool of pools) await addsEntries(pool, week);
    if (week === 0) await changesTheirMind(survivor(), week);
    if (week === 1) await changesTheirMind(scored(), week);
    if (week === 2) await givesOldTom(week);
    if (week === 3) {
      await entersForLate();
      await fillsWithOldSam(week);
      await comesLateAgain(week);
      await remove();
    }
    if (week === 4) {
      await givesOldPat(week);
      await disable();
    }
    if (week === 5) {
      await takesOldTomBack();
      await bringBack();
    }
  }

  async function addsEntries(pool: Pool, week: number): Promise<void> {
    for (const player of people.keys())
      for (const [at, from] of addsBefore(pool.format, player).entries())
        if (from === week) await addEntry(pool, player, at + 2, week);
  }

  /** Nobody joins a survivor pool that has begun. */
  async function joinScored(player: number, week: number): Promise<void> {
    for (const pool of scored()) {
      await setMember(pool, player, true);
      pool.entries.push(firstEntry(pool.id, player, week));
    }
  }

  /** A pick entered for a late member in the first week counts instead of the lowest score. */
  async function entersForLate(): Promise<void> {
    const [player = 0] = LATE;
    for (const pool of scored()) await enter(first(pool, player), 0, draw(pool, first(pool, player), 0));
  }

  /** An entry that has not played is given up, with its picks; its number is not reused. */
  async function changesTheirMind(where: readonly Pool[], week: number): Promise<void> {
    for (const pool of where) {
      const second = await addEntry(pool, CHANGES_THEIR_MIND, 2, week);
      await pick(pool, second, week, draw(pool, second, week));
      await giveUp(second);
      await addEntry(pool, CHANGES_THEIR_MIND, 3, week);
    }
  }

  /** A member who gives up their first entry has none that scores for earlier weeks. */
  async function comesLateAgain(week: number): Promise<void> {
    await joinScored(LATE_AGAIN, week);
    for (const pool of scored()) {
      await addEntry(pool, LATE_AGAIN, 2, week);
      await giveUp(first(pool, LATE_AGAIN));
    }
  }

  /** A member who may have another entry gets the linked entry, under its name. */
  async function givesOldTom(week: number): Promise<void> {
    for (const pool of pools) {
      const linked = (await link(pool, 'Old Tom', GETS_OLD_TOM, week, person(COMMISSIONER))).ok();
      expect(linked).toMatchObject({ way: 'given', becomesMember: false, filled: 0 });
      give(oldTimer(pool, 'Old Tom'), GETS_OLD_TOM, 'Old Tom');
    }
  }

  /** A member with the maximum number of entries gets none: their first one is filled. A survivor pool refuses that. */
  async function fillsWithOldSam(week: number): Promise<void> {
    for (const pool of pools) {
      const linked = await link(pool, 'Old Sam', FORGETFUL, week, person(COMMISSIONER));
      if (pool.format === 'survivor') expect(linked.code).toBe('survivor_has_entry');
      else {
        expect(linked.ok()).toMatchObject({ way: 'filled', becomesMember: false });
        fill(pool, first(pool, FORGETFUL), oldTimer(pool, 'Old Sam'));
      }
    }
  }

  /** A link makes a non-member a member, and gives them the entry under their own name. */
  async function givesOldPat(week: number): Promise<void> {
    for (const pool of pools) {
      const linked = (await link(pool, 'Old Pat', GETS_OLD_PAT, week, admin)).ok();
      expect(linked).toMatchObject({ way: 'given', becomesMember: true });
      give(oldTimer(pool, 'Old Pat'), GETS_OLD_PAT, person(GETS_OLD_PAT).name);
    }
  }

  /** Undoing a link returns the entry, with the picks made meanwhile. */
  async function takesOldTomBack(): Promise<void> {
    for (const pool of pools) {
      const entry = oldTimer(pool, 'Old Tom');
      const input = { as: admin, params: { entryId: entry.id }, body: { reason: 'It was another Tom' } };
      (await league.call('DELETE /api/entries/:entryId/link', input)).ok();
      const ownerId = entry.id.slice(pool.id.length + 1);
      Object.assign(entry, { owner: null, ownerId, name: 'Old Tom' });
    }
  }

  /** All entries of a removed member leave the standings, and return with the member. */
  async function remove(): Promise<void> {
    for (const pool of pools) await setMember(pool, REMOVED, false);
    removed.add(person(REMOVED).userId);
  }

  async function bringBack(): Promise<void> {
    for (const pool of pools) await setMember(pool, REMOVED, true);
    removed.delete(person(REMOVED).userId);
  }

  async function disable(): Promise<void> {
    const { userId } = person(DISABLED);
    const input = { as: admin, params: { userId }, body: { isEnabled: false } };
    (await league.call('PATCH /api/users/:userId', input)).ok();
    disabled.add(userId);
  }

  /* The picks of a week. */

  /** Draws the picks of an entry in a week: some are missing; most players are better than chance. */
  function draw(pool: Pool, entry: Entry, week: number): Sheet {
    const random = seeded(pool.format, entry.key, week);
    const isScored = pool.format !== 'survivor';
    const isForgotten = entry.key === `${FORGETFUL}/1` && week <= HALF_FORGOTTEN_WEEK;
    if (isForgotten && week < HALF_FORGOTTEN_WEEK) return blank();
    if (isScored && entry.key.startsWith(`${ORACLE}/`) && week === ORACLE_WEEK) return rightSheet(pool, week);
    if (random() < 0.06) return blank();
    if (!isScored) return { ...blank(), team: drawTeam(entry, week, random) };
    const sheet = drawSheet(pool, week, random);
    return isForgotten ? { ...sheet, sides: new Map([...sheet.sides].slice(-2)), guess: null } : sheet;
  }

  function drawSheet({ format }: Pool, week: number, random: Random): Sheet {
    const sides = games.flatMap((game): [number, Side][] => {
      const drawn = random();
      return drawn < 0.04 ? [] : [[game, drawn < 0.6 ? rightSide(week, game) : drawn < 0.8 ? 'home' : 'away']];
    });
    const order = format === 'confidence' && random() < 0.9 ? shuffled(random, games) : [];
    const guess = random() < 0.15 ? null : between(random, 20, 60);
    return { sides: new Map(sides), order, guess, team: null };
  }

  /** Everything is right, including the guess; tied games have the lowest values. */
  function rightSheet({ format }: Pool, week: number): Sheet {
    const isTied = (game: number) => new Set(played(week, game).points).size === 1;
    const order = games.toSorted((a, b) => Number(isTied(b)) - Number(isTied(a)));
    const sides = games.map((game): [number, Side] => [game, rightSide(week, game)]);
    const [away, home] = played(week, GAMES - 1).points;
    return { sides: new Map(sides), order: format === 'confidence' ? order : [], guess: away + home, team: null };
  }

  /** A team that the entry has not used; one of a game that was called off is free again. */
  function drawTeam({ sheets }: Entry, week: number, random: Random): Team {
    const used = new Set(sheets.flatMap(({ team }, at) => (team && !isOff(at, team.game) ? [team.team] : [])));
    const free = games.flatMap((game) => {
      const { away, home } = played(week, game);
      return [away, home].filter((team) => !used.has(team)).map((team) => ({ game, team }));
    });
    const right = free.filter(({ game, team }) => played(week, game)[rightSide(week, game)] === team);
    const wrong = free.filter((each) => !right.includes(each));
    if (week >= UPSETS) return oneOf(random, wrong);
    return oneOf(random, random() < 0.7 && right.length > 0 ? right : free);
  }

  /** The side that wins; of a tie, home. */
  function rightSide(week: number, game: number): Side {
    const [away, home] = played(week, game).points;
    return away > home ? 'away' : 'home';
  }

  function isOff(week: number, game: number): boolean {
    return played(week, game).isOff;
  }

  const orderOf = (week: number, { order }: Sheet) => order.map((game) => gidOf(week, game));

  /** Enters a sheet as the owner of an entry does. */
  async function pick({ format }: Pool, entry: Entry, week: number, sheet: Sheet): Promise<void> {
    const weekId = weekIds[week] ?? '';
    const { order, guess, team } = sheet;
    const picks: Wish[] = [
      ...[...sheet.sides].map(([game, side]) => ({ kind: 'pick' as const, about: gidOf(week, game), value: { side } })),
      ...(order.length > 0 ? [{ kind: 'order' as const, about: weekId, value: { order: orderOf(week, sheet) } }] : []),
      ...(guess === null
        ? []
        : [{ kind: 'guess' as const, about: weekId, value: { gid: lastOf(week), total: guess } }]),
      ...(team
        ? [{ kind: 'team' as const, about: weekId, value: { gid: gidOf(week, team.game), team: team.team } }]
        : []),
    ];
    entry.sheets[week] = sheet;
    if (picks.length === 0) return;
    const params = { entryId: entry.id };
    const saved = await league.call('PUT /api/entries/:entryId/picks', {
      as: entry.owner ?? admin,
      params,
      body: { picks },
    });
    expect(
      saved.ok().picks.filter((each) => !each.saved),
      `${format} ${entry.name}`,
    ).toEqual([]);
  }

  /** Enters a sheet as a commissioner does, before or after the lock. */
  async function enter(entry: Entry, week: number, sheet: Sheet): Promise<void> {
    const as = person(COMMISSIONER);
    const reason = 'Called in from the road';
    // Commissioners do not enter everything at once.
    clock.advance(MINUTE);
    const weekId = weekIds[week] ?? '';
    const { sides, guess, team, order } = sheet;
    const chosen: Chosen[] = [
      ...[...sides].map(([game, side]) => ({ gid: gidOf(week, game), side })),
      ...(guess === null ? [] : [{ weekId, gid: lastOf(week), total: guess }]),
      ...(team ? [{ weekId, gid: gidOf(week, team.game), team: team.team }] : []),
      ...(order.length > 0 ? [{ weekId, order: orderOf(week, sheet) }] : []),
    ];
    if (chosen.length > 0) (await league.enter(as, entry.id, chosen, reason)).ok();
    entry.sheets[week] = sheet;
  }

  /** Imports the sheets of the given entries from a file. */
  async function fromFile(pool: Pool, entries: readonly Entry[], week: number): Promise<void> {
    const weekId = weekIds[week] ?? '';
    const drawn = entries
      .filter((entry) => isIn(pool, entry, week))
      .map((entry) => ({ entry, sheet: draw(pool, entry, week) }));
    const picks = drawn.flatMap(({ entry, sheet }) =>
      [...sheet.sides].map(([game, side]) => ({ gid: gidOf(week, game), weekId, entryId: entry.id, side })),
    );
    const wholes = drawn.flatMap(({ entry, sheet }): WeekToImport[] => {
      const { guess, team, order } = sheet;
      const about = { weekId, entryId: entry.id };
      return [
        ...(guess === null ? [] : [{ ...about, value: { total: guess } }]),
        ...(team === null ? [] : [{ ...about, value: { gid: gidOf(week, team.game), team: team.team } }]),
        ...(order.length > 0 ? [{ ...about, value: { order: orderOf(week, sheet) } }] : []),
      ];
    });
    await importPoolPicks(league.store, pool.id, picks, clock.now(), () => {});
    await importWeeks(league.store, pool.id, wholes, clock.now());
    for (const { entry, sheet } of drawn) entry.sheets[week] = sheet;
  }

  /** Whether an entry is alive in a survivor pool; always true in other pools. */
  function isIn({ format }: Pool, entry: Entry, week: number): boolean {
    return format !== 'survivor' || countLives(entry, results.slice(0, week), LIVES).out === null;
  }

  /**
   * Most players pick for themselves; a commissioner enters a few picks before the lock and a few after it, and a file adds some that were
   * missed.
   */
  function wayOf(entry: Entry, week: number): 'self' | 'early' | 'late' | 'file' {
    if (entry.owner === person(COMMISSIONER)) return 'self';
    const drawn = seeded('way', entry.key, week)();
    return drawn < 0.03 ? 'early' : drawn < 0.06 ? 'late' : drawn < 0.1 ? 'file' : 'self';
  }

  async function picksOf(week: number): Promise<void> {
    clock.set(kickoffOf(week) - 2 * HOUR);
    const calls = pools.flatMap((pool) => {
      const owned = playing(pool).filter(
        (entry) => entry.owner !== null && !disabled.has(entry.ownerId) && isIn(pool, entry, week),
      );
      return owned.map((entry) => ({ pool, entry, way: wayOf(entry, week), sheet: draw(pool, entry, week) }));
    });
    const of = (wanted: string) => calls.filter(({ way }) => way === wanted);
    await Promise.all(of('self').map(({ pool, entry, sheet }) => pick(pool, entry, week, sheet)));
    for (const { entry, sheet } of of('early')) await enter(entry, week, sheet);
    for (const pool of pools)
      await fromFile(
        pool,
        playing(pool).filter(({ owner }) => owner === null),
        week,
      );

    clock.set(kickoffOf(week) + 8 * HOUR);
    for (const { entry, sheet } of of('late')) await enter(entry, week, sheet);
    for (const pool of pools)
      await fromFile(
        pool,
        of('file')
          .filter((call) => call.pool === pool)
          .map(({ entry }) => entry),
        week,
      );
    // A wrong pick of a member is corrected after the lock.
    for (const pool of scored()) {
      const entry = first(pool, 10 + week);
      const right = rightSide(week, 0);
      const sheet = entry.sheets[week] as Sheet;
      await enter(entry, week, { ...blank(), sides: new Map([[0, right]]) });
      entry.sheets[week] = { ...sheet, sides: new Map([...sheet.sides, [0, right]]) };
    }
  }

  async function endsGames(week: number): Promise<void> {
    for (const game of games.filter((each) => isOff(week, each))) {
      const input = { as: admin, params: { gid: gidOf(week, game) }, body: { void: 'cancelled' as const } };
      (await league.call('PATCH /api/games/:gid', input)).ok();
    }
    await postScores(week, games, { status: 'Not Started', awayScore: 0, homeScore: 0 });
    await rescoreAllStale(league.store, league.clock.now);
    league.deps.live.changed({ kind: 'everything' });
  }

  async function postScores(week: number, which: readonly number[], seen: object): Promise<void> {
    const body = {
      games: which.map((game) => {
        const [awayScore, homeScore] = played(week, game).points;
        return { gid: gidOf(week, game), status: 'Final' as const, awayScore, homeScore, seen };
      }),
    };
    const params = { weekId: weekIds[week] ?? '' };
    (await league.call('PATCH /api/weeks/:weekId/games', { as: admin, params, body })).ok();
  }

  /** A score of the fourth week was wrong: its other side won. */
  async function correct(): Promise<void> {
    const [week, game] = [3, 1];
    const { points, ...teams } = played(week, game);
    const [awayScore, homeScore] = points;
    results[week]?.splice(game, 1, { ...teams, points: [homeScore, awayScore] });
    await postScores(week, [game], { status: 'Final', awayScore, homeScore });
  }

  /* Compares what the league shows with the counted season. */

  function counted(pool: Pool, week: number): CountedPool {
    const prizes = { weekPrize: plan.week, places: plan.places };
    const entries = playing(pool);
    return { format: pool.format, entries, games: results.slice(0, week + 1), weeks: WEEKS, lives: LIVES, ...prizes };
  }

  const asked = (pool: Pool) => ({ as: admin, params: { poolId: pool.id } });
  const standingsOf = async (pool: Pool) => (await league.call('GET /api/pools/:poolId/standings', asked(pool))).ok();
  const moneyOf = async (pool: Pool) => (await league.call('GET /api/pools/:poolId/money', asked(pool))).ok();

  async function prizesOf(pool: Pool) {
    const { prizes } = await moneyOf(pool);
    return prizes.map(({ shares }) => Object.fromEntries(shares.map(({ id, cents }) => [id, cents])));
  }

  async function matchupOf({ id: poolId }: Pool, weekId: string): Promise<Record<string, CountedWeek>> {
    const matchup = await league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', {
      as: admin,
      params: { poolId, weekId },
    });
    return Object.fromEntries(
      matchup.ok().rows.map(({ id, picks, guess = null, weekHalves, overallHalves }) => {
        return [id, { picks, guess, points: weekHalves / 2, total: overallHalves / 2 }];
      }),
    );
  }

  async function shownScores(pool: Pool, week: number) {
    const { rows, winners = {} } = await standingsOf(pool);
    const params = { poolId: pool.id, weekId: weekIds[week] ?? '' };
    const leader = await league.call('GET /api/pools/:poolId/weeks/:weekId/leader', { as: admin, params });
    const { halves, entryIds, ownerIds } = leader.ok();
    return {
      order: rows.map(({ id }) => id),
      rows: Object.fromEntries(
        rows.map(({ id, rank, totalHalves, ...row }) => {
          const weeks = row.halves.map((each) => (each === null ? null : each / 2));
          return [id, { weeks, total: totalHalves / 2, rank }];
        }),
      ),
      matchups: await Promise.all(weekIds.slice(0, week + 1).map((weekId) => matchupOf(pool, weekId))),
      winners: weekIds.slice(0, week + 1).map((id) => winners[id]?.map((winner) => winner.id).toSorted()),
      prizes: await prizesOf(pool),
      leader: { points: halves / 2, entryIds: entryIds.toSorted(), ownerIds: ownerIds.toSorted() },
    };
  }

  async function shownSurvival(pool: Pool) {
    const { rows, survivors = [] } = await standingsOf(pool);
    return {
      order: rows.map(({ id }) => id),
      rows: Object.fromEntries(
        rows.map(({ id, rank, survival }) => {
          const outAt = weekIds.indexOf(survival?.outWeekId ?? '');
          return [id, { lives: survival?.lives, out: outAt === -1 ? null : outAt, wins: survival?.wins, rank }];
        }),
      ),
      survivors: survivors.toSorted(),
      prizes: await prizesOf(pool),
    };
  }

  /** The members and entries: their numbers, owners and names. */
  async function shownPeople(pool: Pool, week: number) {
    const { rows } = await standingsOf(pool);
    const { entries } = await moneyOf(pool);
    const params = { poolId: pool.id, weekId: weekIds[week] ?? '' };
    const active = await league.call('GET /api/pools/:poolId/weeks/:weekId/active-players', { as: admin, params });
    const { memberCount } = (await league.call('GET /api/pools/:poolId', asked(pool))).ok();
    return {
      entries: Object.fromEntries(rows.map(({ id, ownerId, name }) => [id, { ownerId, name }])),
      people: memberCount,
      fees: entries.filter(({ isPlaying }) => isPlaying).length,
      active: active.ok().activePlayers,
    };
  }

  function countedPeople(pool: Pool, week: number) {
    const entries = playing(pool);
    const ownerIds = entries.map(({ ownerId }) => ownerId);
    return {
      entries: Object.fromEntries(entries.map(({ id, ownerId, name }) => [id, { ownerId, name }])),
      people: new Set(ownerIds.filter((id) => !disabled.has(id))).size,
      fees: entries.length,
      active: countActivePeople(counted(pool, week), week),
    };
  }

  test('stands after every week as it was counted for itself', async () => {
    for (const week of weekIds.keys()) {
      await happensBefore(week);
      await picksOf(week);
      await endsGames(week);
      if (week === 4) await correct();
      for (const pool of pools) {
        const [count, when] = [counted(pool, week), `${pool.format} after week ${week + 1}`];
        expect(await shownPeople(pool, week), when).toEqual(countedPeople(pool, week));
        if (pool.format === 'survivor') expect(await shownSurvival(pool), when).toEqual(countSurvival(count));
        else expect(await shownScores(pool, week), when).toEqual(countScores(count));
        if (pool.format !== 'survivor' && week === ORACLE_WEEK) expectOneLeader(pool);
      }
    }
    for (const pool of scored()) expectLateScores(pool);
    for (const pool of survivor()) expectSharedEnd(pool);
  });

  /** Two entries of one player, alone at the top, are one leader. */
  function expectOneLeader(pool: Pool): void {
    const { entryIds, ownerIds } = countScores(counted(pool, ORACLE_WEEK)).leader;
    expect(entryIds).toHaveLength(2);
    expect(ownerIds).toEqual([person(ORACLE).userId]);
  }

  /** The first entry of a late member has points for earlier weeks, additional ones have none. */
  function expectLateScores(pool: Pool): void {
    const { rows } = countScores(counted(pool, WEEKS - 1));
    const late = playing(pool).filter(({ since }) => since > 0);
    const earlier = (isFirst: boolean) =>
      late.filter((entry) => entry.isFirst === isFirst).map(({ id, since }) => sumOf(rows[id]?.weeks.slice(0, since)));
    expect(earlier(true)).toHaveLength(LATE.length);
    expect(Math.min(...earlier(true))).toBeGreaterThan(0);
    expect(earlier(false).length).toBeGreaterThan(20);
    expect(Math.max(...earlier(false))).toBe(0);
  }

  /** No one is left: the last to go out have won together, even with different numbers of wins. */
  function expectSharedEnd(pool: Pool): void {
    const { rows, survivors } = countSurvival(counted(pool, WEEKS - 1));
    const winners = survivors.map((id) => rows[id]);
    expect(new Set(winners.map((row) => row?.out))).toEqual(new Set([WEEKS - 1]));
    expect(new Set(winners.map((row) => row?.wins)).size).toBeGreaterThan(1);
  }
});
