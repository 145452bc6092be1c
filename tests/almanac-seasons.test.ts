/**
 * Ten seasons of made-up players on real games: what the almanac says equals what `almanac-count.ts` counts. All runs are the same unless
 * ALMANAC_SEED names another seed.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { OwnRecordReply } from '#contract/almanac.ts';
import type { BodyOf } from '#contract/index.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import { oneOf, seeded, shuffled } from '#server/demo/season.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { addWeeks, writeGames } from '#server/game-changes/store.ts';
import { addPlayers } from '#server/imports/picks-store.ts';
import { setMembers } from '#server/members/store.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { CountedEntry, CountedLine, CountedTyped } from './almanac-count.ts';
import { AlmanacCount } from './almanac-count.ts';
import { TestClock } from './app.ts';
import type { Person } from './builders.ts';
import { addPerson, addPool, removeMember } from './builders.ts';
import { setDatabaseClock } from './database-clock.ts';
import type { Drawn, DrawnWeek } from './drawn-season.ts';
import { asLocked, asPlanned, asPlayed, drawnWeeks, fillAll, lastOf, storeSheets } from './drawn-season.ts';
import { engines } from './engines.ts';
import { entryIdOf } from './entry-ids.ts';
import { withLeague } from './league.ts';
import type { OracleSheet } from './rule-oracle.ts';
import { slateOf } from './rule-oracle.ts';

const SEED = process.env.ALMANAC_SEED ?? 'almanac';
const BEFORE = Date.UTC(2015, 7, 1);
const AFTER = Date.UTC(2025, 5, 1);
/** The week that is being played while the almanac is read. */
const RUNNING = '2024-week10';
/** The week that is being played while that of a survivor pool is read. */
const RUNNING_SURVIVOR = '2018-week5';

const pools: Readonly<Record<number, Partial<PoolRules>>> = {
  2015: { tie: 'half' },
  2016: { useSpread: true, roundSpread: true, bestBets: 2, line: 'frozen' },
  2017: { format: 'confidence', tiebreak: 'closest' },
  2018: { format: 'survivor', lives: 2, survivors: 'wins' },
  2019: { entries: 3, dropWeeks: 2, tiebreak: 'closest', seasonTiebreak: 'wins', tie: 'both' },
  2020: { useSpread: true, push: 'half', missed: 'home', lateJoin: 'lowest' },
  2021: { format: 'survivor', goal: 'lose', survivorTie: 'wins', allOut: 'goOn' },
  2022: { format: 'confidence', weekly: true, tiebreak: 'closest-early', line: 'frozen' },
  2023: { upset: 'line', slate: 'days', thursdayGames: false, weekly: true, dropWeeks: 1 },
  2024: { useSpread: true, push: 'none', missed: 'own', tiebreak: 'closest-under', dropWeeks: 2 },
};
const years = Object.keys(pools).map(Number);
/** Seasons with playoffs. */
const withPlayoffs = [2017, 2022, 2023];
/** The week before which Kay joins. */
const LATE_WEEK = 5;

const from = (first: number, last = 2024) => years.filter((year) => first <= year && year <= last);

/** Players with an account, and their seasons. */
const people = {
  ann: { name: 'Ann', plays: years },
  bob: { name: 'Bob', plays: years },
  chris: { name: 'Chris Lee', plays: from(2015, 2022) },
  namesake: { name: 'Chris Lee', plays: from(2016) },
  /** Leaves, and comes back. */
  dan: { name: 'Dan', plays: [...from(2015, 2017), ...from(2021)] },
  /** Changes the account. */
  eve: { name: 'Eve', plays: from(2015, 2018) },
  eveAgain: { name: 'Eve again', plays: from(2019) },
  /** Close their accounts. */
  fay: { name: 'Fay', plays: from(2015, 2020) },
  gus: { name: 'Gus', plays: from(2016, 2019) },
  /** Plays only the newest season. */
  hal: { name: 'Hal', plays: [2024] },
  ivy: { name: 'Ivy', plays: from(2018) },
  /** Left. */
  joe: { name: 'Joe', plays: from(2015, 2016) },
  /** Joins three seasons late. */
  kay: { name: 'Kay', plays: [2019, 2020, 2022, 2024] },
  /** Is removed from one of three seasons. */
  max: { name: 'Max', plays: [2017, 2019, 2024] },
} as const;
type Key = keyof typeof people;
const keys = Object.keys(people) as Key[];
const lateYears = [2019, 2020, 2022];
const REMOVED = { key: 'max', year: 2019 } as const;

/** Players without an account, by season. Ned's entry becomes one of Ivy's. */
const onPaper: Readonly<Record<number, readonly string[]>> = {
  2015: ['Old Tom'],
  2016: ['Old Tom'],
  2017: ['Old Tom', 'Ivy on paper'],
  2019: ['Old Ned'],
  2022: ['Old Pat'],
};
const LINKED = 'Old Ned';
/** How many entries somebody has; one by default. */
const entryCounts: Readonly<Partial<Record<Key, number>>> = { bob: 2, gus: 3, kay: 2 };

interface Made {
  readonly year: number;
  readonly poolId: string;
  readonly name: string;
  readonly rules: PoolRules;
  readonly weeks: readonly DrawnWeek[];
  /** Also those that do not count in the end. */
  readonly entries: readonly CountedEntry[];
}

/** The weeks of a season; the tiebreak game is the last of the pool's own. */
function weeksOf(all: readonly DrawnWeek[], year: number, rules: PoolRules): DrawnWeek[] {
  const own = all.filter(
    ({ season, number }) => season === String(year) && (number < 19 || withPlayoffs.includes(year)),
  );
  return own.flatMap((week) => {
    const games = slateOf(week.games, rules);
    return games.length === 0 ? [] : [{ ...week, tiebreakGid: lastOf(games).gid }];
  });
}

/** @param used the teams that the entry chose before; a chosen one is added */
function drawSheet(
  random: () => number,
  skill: number,
  week: DrawnWeek,
  rules: PoolRules,
  used: Set<string>,
): OracleSheet {
  const games = slateOf(week.games, rules);
  const winner = ({ homeScore, awayScore }: Drawn) => (homeScore > awayScore ? 'home' : 'away');
  const other = { home: 'away', away: 'home' } as const;
  if (rules.format === 'survivor') {
    if (random() < 0.03) return { sides: new Map(), order: [], guess: null, team: null };
    const wants = (rules.goal === 'win') === random() < 0.6 + skill / 3;
    const free = shuffled(random, games).map((game) => {
      const side = wants ? winner(game) : other[winner(game)];
      return { gid: game.gid, team: game[side] };
    });
    const team = free.find((each) => !used.has(each.team)) ?? null;
    if (team !== null) used.add(team.team);
    return { sides: new Map(), order: [], guess: null, team };
  }
  const skips = random() < (rules.weekly ? 0.3 : 0.04);
  const misses = rules.missed === 'nothing' ? 0.03 : 0.2;
  const picked = skips ? [] : games.filter(() => random() >= misses);
  const best = new Set(shuffled(random, picked).slice(0, rules.bestBets));
  const sides = picked.map((game) => {
    const side = random() < skill ? winner(game) : other[winner(game)];
    return [game.gid, { side, best: best.has(game) }] as const;
  });
  const hasOrder = rules.format === 'confidence' && !skips;
  const last = games.find(({ gid }) => gid === week.tiebreakGid) as Drawn;
  const total = Math.max(0, last.homeScore + last.awayScore + oneOf(random, [-14, -7, -3, -3, 0, 3, 3, 10]));
  return {
    sides: new Map(sides),
    order: hasOrder
      ? shuffled(
          random,
          games.map(({ gid }) => gid),
        )
      : [],
    guess: rules.tiebreak === 'none' ? null : { total, at: BEFORE + Math.floor(random() * 50) * HOUR_MS },
    team: null,
  };
}

const firstKickoff = ({ games }: Pick<DrawnWeek, 'games'>) => Math.min(...games.map(({ kickoff }) => kickoff));

/** The values in a reply. */
function valuesIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + valuesIn(each), 0);
}

describe.each(engines)('The almanac of ten seasons on %s', (engine) => {
  const clock = new TestClock(BEFORE);
  const free = { burst: Number.POSITIVE_INFINITY, everyMs: 1 };
  const personLimits = createPersonLimits({ ...personRates, calls: free, changes: free, ofSession: free });
  const league = withLeague(engine, { clock, personLimits });
  const made: Made[] = [];
  const persons = {} as Record<Key, Person>;
  /** What a commissioner said in the pool of a year: it holds in that pool and in later ones, as typed tables do. */
  const matched: { readonly poolYear: number; readonly userId: string; readonly personId: string }[] = [];
  const names = new Map<string, string>();
  const typed: (CountedTyped & { readonly poolYear: number })[] = [];
  let all = drawnWeeks(SEED);
  let boss: Person;
  let compared = 0;

  const poolOf = (year: number) => made.find((each) => each.year === year) as Made;
  const paper = (year: number, name: string) =>
    poolOf(year).entries.find((entry) => names.get(entry.ownerId) === name)?.ownerId ?? '';

  beforeAll(async () => {
    boss = await addPerson(league.deps, { name: 'The boss', isAdmin: true });
    for (const key of keys) {
      persons[key] = await addPerson(league.deps, { name: people[key].name });
      names.set(persons[key].userId, people[key].name);
    }
    await goTo(BEFORE);
    const games = all.flatMap((week) => week.games);
    await addWeeks(league.store.db, [...new Set(all.map(({ id }) => id))]);
    await write(games.map(asPlanned));
    for (const year of years) made.push(await addSeason(year));
    await league.store.db.transaction().execute((tx) =>
      storeSheets(
        { db: tx, engine },
        made.map(({ rules, weeks, entries }) => ({
          pool: { rules, weeks, entries, plan: { fee: 0, week: 0, places: [] } },
        })),
        BEFORE,
      ),
    );
    await write(games.filter(({ isOffEarly }) => isOffEarly).map(asPlayed));
    await removeMember(league.deps, poolOf(REMOVED.year).poolId, persons[REMOVED.key].userId);
  });

  async function goTo(time: number): Promise<void> {
    clock.set(time);
    if (engine === 'postgres') await setDatabaseClock(league.store, time);
  }

  const write = (writes: readonly GameWrite[]) =>
    league.store.db.transaction().execute((tx) => writeGames(tx, engine, writes, clock.now, 'feed'));

  /** A pool that follows the one of the year before, with its entries and their picks. */
  async function addSeason(year: number): Promise<Made> {
    const { deps, store, call } = league;
    const rules = rulesWith(pools[year] ?? {});
    const weeks = weeksOf(all, year, rules);
    const name = `Office ${year}`;
    const playing = keys.filter((key) => (people[key].plays as readonly number[]).includes(year));
    const late = playing.filter((key) => key === 'kay' && lateYears.includes(year));
    const joinedAt = firstKickoff(weeks[LATE_WEEK - 1] as DrawnWeek) - DAY_MS;
    const members = playing.filter((key) => !late.includes(key)).map((key) => persons[key]);
    const ids = weeks.map(({ id }) => id);
    const poolId = await addPool(deps, { name, rules: pools[year] ?? {}, weeks: ids, members, commissioners: [boss] });
    await setMembers(
      store.db,
      poolId,
      late.map((key) => persons[key].userId),
      joinedAt,
    );
    const owners: (Pick<CountedEntry, 'id' | 'ownerId' | 'joinedAt'> & { readonly key: string })[] = playing.map(
      (key) => {
        const { userId: ownerId } = persons[key];
        return { key, id: entryIdOf(poolId, ownerId), ownerId, joinedAt: late.includes(key) ? joinedAt : BEFORE };
      },
    );
    if (rules.entries > 1) {
      for (const key of playing) {
        for (let number = 2; number <= (entryCounts[key] ?? 1); number += 1) {
          const named = number === 3 ? { name: `The third of ${people[key].name}` } : {};
          const { id } = (
            await call('POST /api/pools/:poolId/entries', { as: persons[key], params: { poolId }, body: named })
          ).ok();
          owners.push({ key: `${key}/${number}`, id, ownerId: persons[key].userId, joinedAt: BEFORE });
        }
      }
    }
    for (const [player, id] of await addPlayers(store, poolId, onPaper[year] ?? [], BEFORE)) {
      const ownerId = id.slice(poolId.length + 1);
      names.set(ownerId, player);
      owners.push({ key: player, id, ownerId, joinedAt: BEFORE });
      if (player !== LINKED) continue;
      const link = { entryId: id, userId: persons.ivy.userId };
      (await call('POST /api/entries/:entryId/link/:userId', { as: boss, params: link })).ok();
    }
    const before = made.at(-1);
    if (before !== undefined) {
      const params = { poolId };
      (
        await call('PUT /api/pools/:poolId/almanac/follows', { as: boss, params, body: { poolId: before.poolId } })
      ).ok();
    }
    const entries = owners.map(({ key, ...owner }): CountedEntry => {
      const random = seeded(SEED, year, key);
      const skill = 0.45 + random() / 4;
      const used = new Set<string>();
      const drawn = weeks.map((week, at) => {
        const sheet = drawSheet(random, skill, week, rules, used);
        // A commissioner enters what somebody picked on paper in the second week.
        const isBefore = owner.joinedAt > BEFORE && at < LATE_WEEK - 1 && at !== 1;
        return [week.id, isBefore ? { ...sheet, sides: new Map(), order: [], guess: null } : sheet] as const;
      });
      const hasDefault = rules.missed === 'own' && random() < 0.7;
      const defaults = hasDefault
        ? [{ at: BEFORE, side: oneOf(random, ['home', 'away', 'favourite'] as const), teams: [] }]
        : [];
      return { ...owner, name: '', sheets: new Map(drawn), defaults };
    });
    return { year, poolId, name, rules, weeks, entries };
  }

  /** Plays all games before a time, but only half of a week. */
  async function play(time: number, running: string | null): Promise<void> {
    await goTo(time);
    const played = all.flatMap((week) => week.games).filter(({ kickoff, isOffEarly }) => kickoff < time && !isOffEarly);
    await write(played.map(asLocked));
    await fillAll(
      league,
      made.map(({ poolId, weeks }) => ({ poolId, pool: { weeks } })),
    );
    const open = new Set(openGames(running).map(({ gid }) => gid));
    await write(played.filter(({ gid }) => !open.has(gid)).map(asPlayed));
    await write(
      played
        .filter(({ gid }) => open.has(gid))
        .map((game) => ({ ...asLocked(game), status: 'In Progress', homeScore: 17, awayScore: 3 })),
    );
    await settle();
  }

  async function settle(): Promise<void> {
    await rescoreAllStale(league.store, clock.now);
    league.deps.live.changed({ kind: 'everything' });
  }

  const weekOf = (id: string | null) => all.find((week) => week.id === id);

  /** The second half of a week. */
  function openGames(running: string | null): readonly Drawn[] {
    const all: readonly Drawn[] = weekOf(running)?.games ?? [];
    const games = all.filter(({ isOffEarly }) => !isOffEarly).sort((a, b) => a.kickoff - b.kickoff);
    return games.slice(Math.floor(games.length / 2));
  }

  /** The evening of its Sunday. */
  const inWeek = (id: string) => firstKickoff(weekOf(id) as DrawnWeek) + 3 * DAY_MS;

  /** The line of a season as it is counted, with the weeks before a running one. */
  async function lineOf(year: number, running: string | null): Promise<CountedLine> {
    const seasons = made
      .filter((each) => each.year <= year)
      .map(async ({ poolId, ...each }) => {
        const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: boss, params: { poolId } })).ok();
        const entries = each.entries.flatMap((entry): CountedEntry[] => {
          const row = rows.find(({ id }) => id === entry.id);
          return row === undefined ? [] : [{ ...entry, name: row.name, ownerId: row.ownerId }];
        });
        const isOut = (entry: CountedEntry) =>
          each.year === REMOVED.year && entry.ownerId === persons[REMOVED.key].userId;
        expect(entries.map(({ id }) => id)).toEqual(each.entries.filter((entry) => !isOut(entry)).map(({ id }) => id));
        const weeks = weeksOf(all, each.year, each.rules);
        const at = weeks.findIndex(({ id }) => id === running);
        const decided = at === -1 ? weeks : weeks.slice(0, at);
        const pool = { rules: each.rules, weeks: decided, entries, plan: { fee: 0, week: 0, places: [] } };
        return { year: each.year, poolId, poolName: each.name, pool, isDecided: at === -1 };
      });
    return {
      seasons: await Promise.all(seasons),
      typed: typed.filter(({ poolYear }) => poolYear <= year),
      same: sameIn(year),
      names,
    };
  }

  /** What everybody is told in the pool of a year, with the ids of typed names as they are counted. */
  async function compare(year: number, running: string | null): Promise<void> {
    const { poolId } = poolOf(year);
    const count = new AlmanacCount(await lineOf(year, running));
    const viewers = [boss, ...membersOf(year)];
    const ids = new Map<string, string>();
    const params = { poolId };
    for (const viewer of viewers) {
      const about = `ALMANAC_SEED=${SEED}, ${year} for ${viewer.name}, ${running}`;
      const counted = count.almanac(viewer.userId);
      const reply = (await league.call('GET /api/pools/:poolId/almanac', { as: viewer, params })).ok();
      for (const [at, { table }] of reply.years.entries())
        for (const [row, { person }] of table.entries())
          if (/^name(~\d+)?:/.test(person)) ids.set(person, counted.years[at]?.table[row]?.person ?? '');
      expectSame(withIds(reply, ids), counted, about);
      const own = (await league.call('GET /api/pools/:poolId/almanac/own', { as: viewer, params })).ok();
      const costs = own.teams.map(({ picked }) => picked.wrong - picked.right);
      expect(costs, about).toEqual(costs.toSorted((a, b) => b - a));
      expectSame(byTeam(own), byTeam(count.own(viewer.userId)), about);
    }
    expect(new Set(ids.values()).size).toBe(ids.size);
    const asked = new Map([...ids].map(([id, counted]) => [counted, id]));
    for (const [at, person] of count.persons().entries()) {
      const as = viewers[at % viewers.length] as Person;
      const query = { person: asked.get(person) ?? person };
      const reply = (await league.call('GET /api/pools/:poolId/almanac/rivals', { as, params, query })).ok();
      expectSame(
        withIds(reply, ids),
        count.rivals(person),
        `ALMANAC_SEED=${SEED}, ${year}, rivals of ${names.get(person) ?? person}`,
      );
    }
  }

  function expectSame(seen: unknown, counted: unknown, about: string): void {
    expect(seen, about).toEqual(counted);
    compared += valuesIn(counted);
  }

  function withIds<T>(reply: T, ids: ReadonlyMap<string, string>): T {
    return JSON.parse(JSON.stringify(reply), (_, value) =>
      typeof value === 'string' ? (ids.get(value) ?? value) : value,
    );
  }

  const byTeam = ({ teams, ...own }: OwnRecordReply) => ({
    ...own,
    teams: teams.toSorted((a, b) => (a.team < b.team ? -1 : 1)),
  });

  /** The members with an account. */
  function membersOf(year: number): Person[] {
    const closed = names.get(persons.fay.userId) === people.fay.name ? [] : (['eve', 'fay', 'gus'] as Key[]);
    const playing = keys.filter(
      (key) => (people[key].plays as readonly number[]).includes(year) && !closed.includes(key),
    );
    return playing.filter((key) => year !== REMOVED.year || key !== REMOVED.key).map((key) => persons[key]);
  }

  /** What everybody is told, as it is sent. */
  async function repliesOf(year: number): Promise<string[]> {
    const params = { poolId: poolOf(year).poolId };
    const texts: string[] = [];
    for (const as of [boss, ...membersOf(year)]) {
      texts.push((await league.call('GET /api/pools/:poolId/almanac', { as, params })).text);
      texts.push((await league.call('GET /api/pools/:poolId/almanac/own', { as, params })).text);
      texts.push((await league.call('GET /api/pools/:poolId/almanac/rivals', { as, params })).text);
    }
    return texts;
  }

  /** A commissioner types the table of a year. */
  async function type(poolYear: number, year: number, ...places: CountedTyped['places']): Promise<void> {
    const body = { year, places: [...places], seen: [] };
    const params = { poolId: poolOf(poolYear).poolId };
    (await league.call('PUT /api/pools/:poolId/almanac/years', { as: boss, params, body })).ok();
    typed.push({ poolYear, year, places });
  }

  function sameIn(year: number): Map<string, string> {
    const said = matched.filter(({ poolYear }) => poolYear <= year);
    return new Map(said.map(({ userId, personId }) => [userId, personId]));
  }

  /** A commissioner says who a player without an account is. */
  async function match(poolYear: number, userId: string, personId: string): Promise<void> {
    const params = { poolId: poolOf(poolYear).poolId, userId };
    (await league.call('PUT /api/pools/:poolId/almanac/people/:userId', { as: boss, params, body: { personId } })).ok();
    matched.push({ poolYear, userId, personId: sameIn(poolYear).get(personId) ?? personId });
  }

  const edit = async (gid: string, body: BodyOf<'PATCH /api/games/:gid'>) =>
    (await league.call('PATCH /api/games/:gid', { as: boss, params: { gid }, body })).ok();

  test('has a survivor pool after its decided weeks', async () => {
    await play(inWeek(RUNNING_SURVIVOR), RUNNING_SURVIVOR);
    await compare(2018, RUNNING_SURVIVOR);
  });

  test('is as it was counted, while the last season is played', async () => {
    await play(inWeek(RUNNING), RUNNING);
    await compare(2024, RUNNING);
  });

  test('has the years before, of which one is only a champion, and knows who is who', async () => {
    const line = (place: number, name: string, person: string | null = null, points: number | null = null) => {
      return { place, name, points, prize: points === null ? null : 100 * points, personId: person };
    };
    const { ann, bob, chris, ivy, fay } = persons;
    await type(2015, 2012, line(1, 'Old Joe'));
    await type(
      2015,
      2013,
      line(1, 'Annie', ann.userId, 120.5),
      line(2, 'old  JOE', null, 119),
      line(3, 'Sam', null, 100),
      line(3, 'sam', null, 100),
      line(5, 'Fay of old', fay.userId, 90.5),
      line(6, 'Tom', paper(2015, 'Old Tom'), 90),
    );
    await type(
      2024,
      2014,
      line(1, 'Sam'),
      line(2, 'Bobby', bob.userId),
      line(2, 'Ann', null),
      line(4, 'Chris Lee', chris.userId),
      line(5, 'SAM'),
      line(6, 'Tom again', paper(2016, 'Old Tom')),
    );
    await match(2016, paper(2016, 'Old Tom'), paper(2015, 'Old Tom'));
    await match(2024, paper(2017, 'Old Tom'), paper(2016, 'Old Tom'));
    await match(2018, paper(2017, 'Ivy on paper'), ivy.userId);
    await compare(2024, RUNNING);
  });

  test('says the same in two leagues that differ only in the week that is played, and in later ones', async () => {
    const before = await repliesOf(2024);
    const [open, over] = [openGames(RUNNING), new Set(openGames(RUNNING).map(({ gid }) => gid))];
    const running: readonly Drawn[] = weekOf(RUNNING)?.games ?? [];
    const final = running.filter(({ gid, isOff }) => !over.has(gid) && !isOff);
    for (const { gid, homeScore, awayScore } of final) await edit(gid, { homeScore: awayScore, awayScore: homeScore });
    for (const { gid } of open.slice(1, 3)) await edit(gid, { status: 'Final', homeScore: 40, awayScore: 0 });
    await settle();
    const { poolId, entries, weeks } = poolOf(2024);
    for (const person of [persons.ann, persons.hal]) {
      const sheets = entries.find(({ ownerId }) => ownerId === person.userId)?.sheets;
      const later = weeks
        .filter(({ number }) => number > 11)
        .flatMap(({ id, games }) => games.map((game) => ({ ...game, id })));
      const [own] = later.flatMap(({ id, gid, isOffEarly }) => {
        const side = isOffEarly ? undefined : sheets?.get(id)?.sides.get(gid)?.side;
        return side === undefined ? [] : [{ gid, side }];
      });
      if (own === undefined) throw new Error(`${person.name} picked nothing.`);
      (await league.pick(person, poolId, { ...own, side: own.side === 'home' ? 'away' : 'home' })).ok();
      expect(await repliesOf(2024)).toEqual(before);
      (await league.pick(person, poolId, own)).ok();
    }
    await write(running.filter(({ gid }) => !over.has(gid)).map(asPlayed));
    for (const { gid } of open.slice(1, 3)) await edit(gid, { status: 'In Progress', homeScore: 0, awayScore: 0 });
  });

  test('shows a member of the newest season no pick and no week of one in which they did not play', async () => {
    const params = { poolId: poolOf(2024).poolId };
    const { text } = await league.call('GET /api/pools/:poolId/almanac', { as: persons.hal, params });
    expect(text).not.toMatch(/"(weekId|toWeekId)":"20(1\d|2[0-3])/);
    const { records } = (await league.call('GET /api/pools/:poolId/almanac', { as: persons.hal, params })).ok();
    const others = records.flatMap(({ holders }) => holders).filter(({ year }) => year !== 2024);
    expect(others.length).toBeGreaterThan(2);
    for (const holder of others) expect(Object.keys(holder)).toEqual(['person', 'name', 'year']);
  });

  test('is as it was counted once all is over', async () => {
    await play(AFTER, null);
    await compare(2024, null);
  });

  test('has corrected scores of earlier seasons', async () => {
    for (const year of [2016, 2017, 2018]) {
      const week = weekOf(`${year}-week3`);
      const games: readonly Drawn[] = week?.games ?? [];
      for (const { gid, homeScore, awayScore } of games.filter(({ isOff }) => !isOff).slice(0, 4)) {
        await edit(gid, { homeScore: awayScore, awayScore: homeScore });
        const swapped = (game: Drawn) =>
          game.gid === gid ? { ...game, homeScore: awayScore, awayScore: homeScore } : game;
        all = all.map((each) => (each.id === week?.id ? { ...each, games: each.games.map(swapped) } : each));
      }
    }
    await compare(2024, null);
  });

  test('has closed accounts without their names, in the pool of every year, and who came back with another account', async () => {
    for (const key of ['eve', 'fay', 'gus'] as const) {
      const closing = { as: persons[key], body: { confirm: 'close' as const } };
      (await league.call('POST /api/profile/close', closing)).ok();
      names.set(persons[key].userId, 'Former player');
    }
    await match(2024, persons.eve.userId, persons.eveAgain.userId);
    for (const year of years) await compare(year, null);
    const texts = await repliesOf(2024);
    for (const text of texts) expect(text).not.toMatch(/Fay|Gus|"Eve"/);
    expect(compared).toBeGreaterThan(100_000);
  });
});
