import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnPicksReply } from '#contract/entries.ts';
import { ownEntries, slotIn } from '#contract/live.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { teamAbbrs } from '#core/teams.ts';
import type { Side } from '#core/types.ts';
import { staleWeeks } from '#server/standings/store.ts';
import { freePort } from '../scripts/free-port.ts';
import type { TestApp } from './app.ts';
import { createTestApp } from './app.ts';
import type { Person } from './builders.ts';
import { addGame, addPerson, addPool } from './builders.ts';
import { engines } from './engines.ts';
import { entryIdOf } from './entry-ids.ts';
import type { Chosen } from './pick.ts';
import { wish } from './pick.ts';
import type { HttpAnswer, ServerProcess } from './server-process.ts';
import { startServer } from './server-process.ts';
import { until } from './until.ts';

/** Weeks of the season; on PostgreSQL, which takes longer to start, its first half. */
const lengths = { sqlite: 12, postgres: 6 } as const;
const PLAYERS = 10;
const GAMES = teamAbbrs.length / 2;
const LIVES = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A game of these weeks is called off before it is played. */
const calledOff = [4, 11];

/** Away and home of a game of a week: each team plays once. */
function teamsOf(week: number, game: number): readonly [string, string] {
  const turned = teamAbbrs.map((_, at) => teamAbbrs[(at * 5 + week * 3) % teamAbbrs.length] ?? '');
  return [turned[2 * game] ?? '', turned[2 * game + 1] ?? ''];
}

/** Points of away and home; some games end level. */
function resultOf(week: number, game: number): readonly [number, number] {
  const away = (week * 11 + game * 7) % 35;
  return [away, (week + game) % 9 === 0 ? away : (week * 5 + game * 13 + 3) % 38];
}

const isOff = (week: number, game: number) => calledOff.includes(week) && game === 3;

/** Each player picks different sides, and not all games. */
function sideOf(player: number, week: number, game: number): Side | null {
  const drawn = (player * 7 + week * 5 + game * 3 + player * game * game) % 8;
  return drawn === 0 ? null : drawn % 2 === 0 ? 'home' : 'away';
}

/** The games of a week in ascending order of confidence, different for each player. */
function orderOf(player: number, week: number): number[] {
  const steps = [1, 3, 5, 7, 9, 11, 13, 15];
  return Array.from(
    { length: GAMES },
    (_, at) => (at * (steps[(player + week) % steps.length] ?? 1) + player * 3) % GAMES,
  );
}

function guessOf(player: number, week: number): number {
  return 20 + ((player * 13 + week * 7) % 40);
}

/** The team of a player: the first unused one, in the player's own order; every player skips some weeks. */
function teamOf(player: number, week: number, used: ReadonlySet<string>): { game: number; team: string } | null {
  if ((player * 3 + week) % 13 === 0) return null;
  for (let at = 0; at < GAMES; at += 1) {
    const game = (at + player * 5) % GAMES;
    const [away, home] = teamsOf(week, game);
    const [awayPoints, homePoints] = resultOf(week, game);
    const isWise = (player * 5 + week * 3) % 6 !== 0;
    const [first, second] = awayPoints > homePoints === isWise ? [away, home] : [home, away];
    const team = [first, second].find((each) => !used.has(each));
    if (team !== undefined) return { game, team };
  }
  return null;
}

interface CountedPlayer {
  readonly total: number;
  readonly wins: number;
  readonly lives: number;
  readonly out: number | null;
}

/** The season counted for this test only, independent of the product's rules. */
function countedByHand(weeks: number): CountedPlayer[] {
  return Array.from({ length: PLAYERS }, (_, player) => {
    let [total, wins, lives] = [0, 0, LIVES];
    let out: number | null = null;
    const used = new Set<string>();
    for (let week = 0; week < weeks; week += 1) {
      const counting = orderOf(player, week).filter((game) => !isOff(week, game));
      for (const [at, game] of counting.entries()) {
        const [away, home] = resultOf(week, game);
        const right = away > home ? 'away' : home > away ? 'home' : null;
        if (right !== null && sideOf(player, week, game) === right) total += at + 1;
      }
      if (out !== null) continue;
      const choice = teamOf(player, week, used);
      if (choice !== null && isOff(week, choice.game)) continue;
      if (choice !== null) used.add(choice.team);
      const [away, home] = choice === null ? [0, 0] : resultOf(week, choice.game);
      const isHome = choice !== null && teamsOf(week, choice.game)[1] === choice.team;
      if (choice !== null && (isHome ? home > away : away > home)) wins += 1;
      else lives -= 1;
      if (lives === 0) out = week;
    }
    return { total, wins, lives, out };
  });
}

describe.each(engines)('A season of confidence and survivor on %s', (engine) => {
  const WEEKS = lengths[engine];
  const weekIds = Array.from({ length: WEEKS }, (_, week) => `2026-week${week + 1}`);
  let league: TestApp;
  let port: number;
  let admin: Person;
  const people: Person[] = [];
  const gids: string[][] = [];
  let [confidence, survivor] = ['', ''];
  let running: ServerProcess | undefined;

  beforeAll(async () => {
    port = await freePort();
    const settings = { publicUrl: new URL(`http://127.0.0.1:${port}`) };
    league = await createTestApp(engine, { settings });
    admin = await addPerson(league.deps, { isAdmin: true });
    for (let at = 0; at < PLAYERS; at += 1) people.push(await addPerson(league.deps));
    for (const [week, weekId] of weekIds.entries()) {
      const kickoff = Date.now() + (1 + 7 * week) * DAY_MS;
      const ofWeek: string[] = [];
      for (let game = 0; game < GAMES; game += 1) {
        const [away, home] = teamsOf(week, game);
        ofWeek.push(await addGame(league.deps, { weekId, away, home, kickoff: kickoff + game }));
      }
      gids.push(ofWeek);
    }
    const shared = { weeks: weekIds, members: people };
    confidence = await addPool(league.deps, { ...shared, rules: { format: 'confidence', tiebreak: 'closest' } });
    survivor = await addPool(league.deps, { ...shared, rules: { format: 'survivor', lives: LIVES } });
  });

  afterAll(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
    await league.close();
  });

  async function start(): Promise<ServerProcess> {
    running = await startServer({
      port,
      env: { [engine === 'sqlite' ? 'DATABASE_FILE' : 'DATABASE_URL']: league.store.location },
    });
    return running;
  }

  const enter = (server: ServerProcess, { userId, cookie }: Person, poolId: string, ...choices: Chosen[]) =>
    server.call('PUT', `/api/entries/${entryIdOf(poolId, userId)}/picks`, {
      cookie,
      body: { picks: choices.map(wish) },
    });

  /** What somebody enters in a week, as calls that may be made again. */
  function callsOf(player: number, week: number, used: ReadonlySet<string>) {
    const who = people[player] as Person;
    const ofWeek = gids[week] ?? [];
    const weekId = weekIds[week] ?? '';
    const picks = ofWeek.flatMap((gid, game) => {
      const side = sideOf(player, week, game);
      return side === null ? [] : [{ gid, side }];
    });
    const order = orderOf(player, week).map((game) => ofWeek[game] ?? '');
    const guess = { weekId, gid: ofWeek.at(-1) ?? '', total: guessOf(player, week) };
    const choice = teamOf(player, week, used);
    return [
      (server: ServerProcess) => enter(server, who, confidence, ...picks),
      (server: ServerProcess) => enter(server, who, confidence, { weekId, order }),
      (server: ServerProcess) => enter(server, who, confidence, guess),
      ...(choice === null
        ? []
        : [
            (server: ServerProcess) =>
              enter(server, who, survivor, { weekId, gid: ofWeek[choice.game] ?? '', team: choice.team }),
          ]),
    ];
  }

  async function read<T>(server: ServerProcess, path: string, cookie: string): Promise<T> {
    const answer = await server.call('GET', path, { cookie });
    expect(answer.status).toBe(200);
    return JSON.parse(answer.text) as T;
  }

  async function edit(
    server: ServerProcess,
    week: number,
    seen: object,
    change: (game: number) => object,
  ): Promise<HttpAnswer> {
    const games = (gids[week] ?? []).map((gid, game) => ({ gid, ...change(game), seen }));
    return server.call('PATCH', `/api/weeks/${weekIds[week]}/games`, { cookie: admin.cookie, body: { games } });
  }

  test('ends as it was counted by hand, though the server is killed every week', async () => {
    const counted = countedByHand(WEEKS);
    const used = people.map(() => new Set<string>());
    let server = await start();
    for (let week = 0; week < WEEKS; week += 1) {
      const first = server;
      const isAlive = (player: number) => (counted[player]?.out ?? WEEKS) >= week;
      const calls = people.flatMap((_, player) =>
        callsOf(player, week, used[player] ?? new Set()).map((call, at) => ({ player, call, isTeam: at === 3 })),
      );
      const answers = calls.map(({ call }) => call(first).catch(() => null));
      await wait(Math.random() * 60);
      first.child.kill('SIGKILL');
      const acknowledged = await Promise.all(answers);
      await first.ended;

      server = await start();
      for (const [at, { player, call, isTeam }] of calls.entries()) {
        const again = await call(server);
        expect(again.status).toBe(200);
        const refused = isTeam && !isAlive(player) ? { saved: false, code: 'player_out' } : { saved: true };
        for (const answer of JSON.parse(again.text).picks) expect(answer).toMatchObject(refused);
        // What was acknowledged is stored: repeating it creates no new revision.
        if (acknowledged[at]?.status === 200) expect(JSON.parse(again.text)).toEqual(JSON.parse(acknowledged[at].text));
      }
      for (const [player, { cookie }] of people.entries()) {
        const [own] = ownEntries(await read<OwnPicksReply>(server, `/api/pools/${confidence}/picks`, cookie));
        expect(own && slotIn(own, 'order', weekIds[week] ?? '')?.value).toEqual({
          order: orderOf(player, week).map((game) => gids[week]?.[game]),
        });
        const choice = teamOf(player, week, used[player] ?? new Set());
        if (choice !== null && isAlive(player) && !isOff(week, choice.game)) used[player]?.add(choice.team);
      }
      for (const game of [3].filter((each) => isOff(week, each))) {
        const body = { void: 'cancelled' };
        await server.call('PATCH', `/api/games/${gids[week]?.[game]}`, { cookie: admin.cookie, body });
      }
      expect((await edit(server, week, { status: 'Not Started' }, () => ({ status: 'In Progress' }))).status).toBe(200);
      const [ann] = people as [Person];
      const late = await enter(server, ann, confidence, {
        weekId: weekIds[week] ?? '',
        order: (gids[week] ?? []).toReversed(),
      });
      const stays = orderOf(0, week).map((game) => gids[week]?.[game]);
      expect(JSON.parse(late.text)).toMatchObject({ picks: [{ saved: true, pick: { value: { order: stays } } }] });
      const final = await edit(server, week, { status: 'In Progress', awayScore: 0, homeScore: 0 }, (game) => {
        const [awayScore, homeScore] = resultOf(week, game);
        return { status: 'Final', awayScore, homeScore };
      });
      expect(final.status).toBe(200);
    }

    const [{ cookie }] = people as [Person];
    // Scores are updated automatically after the last games.
    await until(async () => (await staleWeeks(league.store.db)).length === 0);
    const totals = await read<StandingsReply>(server, `/api/pools/${confidence}/standings`, cookie);
    expect(Object.fromEntries(totals.rows.map(({ ownerId, totalHalves }) => [ownerId, totalHalves / 2]))).toEqual(
      Object.fromEntries(people.map(({ userId }, player) => [userId, counted[player]?.total])),
    );
    const survivors = await read<StandingsReply>(server, `/api/pools/${survivor}/standings`, cookie);
    expect(
      Object.fromEntries(
        survivors.rows.map(({ ownerId, survival }) => [
          ownerId,
          [survival?.lives, survival?.outWeekId, survival?.wins],
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        people.map(({ userId }, player) => {
          const { lives, out, wins } = counted[player] as CountedPlayer;
          return [userId, [lives, out === null ? null : weekIds[out], wins]];
        }),
      ),
    );
    // Alive, or the last to go.
    const standing = ({ out }: CountedPlayer) => out ?? WEEKS;
    const best = Math.max(...counted.map(standing));
    const winners = people.filter((_, player) => standing(counted[player] as CountedPlayer) === best);
    expect(survivors.survivors?.toSorted()).toEqual(winners.map(({ userId }) => entryIdOf(survivor, userId)).sort());
    const outWeeks = counted.map(({ out }) => out);
    expect(new Set(outWeeks).size).toBeGreaterThan(2);
  });
});
