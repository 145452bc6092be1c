import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Side } from '#core/types.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { PickTable } from '#server/platform/db/schema.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, ownPick } from '#tests/builders.ts';
import { whileHeld } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import type { OwnWrite } from './facts-reads.ts';
import type { PickOutcome } from './store.ts';
import { pickWriter } from './store.ts';

/** Batches that are written at the same time. */
const BATCHES = 36;

describe.each(engines)('Several writers on %s', (engine) => {
  const league = withLeague(engine);
  let nodes: Store[];
  let people: Person[];
  let pools: string[];
  let games: string[];

  beforeAll(async () => {
    const { deps } = league;
    // Two SQLite connections of one process would deadlock on each other's transactions.
    const others = engine === 'sqlite' ? [] : [connect(league.store.location), connect(league.store.location)];
    nodes = [league.store, ...others];
    people = [await addPerson(deps), await addPerson(deps), await addPerson(deps)];
    pools = [await addPool(deps, { members: people }), await addPool(deps, { members: people })];
    games = [];
    for (let at = 0; at < 8; at += 1) games.push(await addGame(deps));
  });

  afterAll(async () => {
    for (const node of nodes.slice(1)) await node.close();
  });

  const nodeOf = (at: number) => nodes[at % nodes.length] as Store;

  /** A write for every player, pool and game, in an order that depends on the seed. */
  function everyWrite(seed: number): OwnWrite[] {
    const writes = people.flatMap(({ userId }) =>
      pools.flatMap((poolId) =>
        games.map((gid, at): OwnWrite => {
          const side: Side = (seed + at) % 2 === 0 ? 'home' : 'away';
          return ownPick({ poolId, gid, userId, side });
        }),
      ),
    );
    return writes.toSorted((a, b) => shuffled(seed, a) - shuffled(seed, b));
  }

  test(`${BATCHES} batches at once that touch the same picks all end well`, async () => {
    const writers = Array.from({ length: BATCHES }, (_, at) => pickWriter(nodeOf(at), league.clock.now));
    const outcomes = await Promise.all(
      writers.flatMap((writer, at) => everyWrite(at).map((write) => writer.add(write))),
    );
    expect(outcomes.filter((outcome) => !outcome.saved)).toEqual([]);
    const rows = await league.store.db.selectFrom('picks').selectAll().execute();
    expect(rows).toHaveLength(people.length * pools.length * games.length);
    // All writes fall into one second, so the history has only the last state of each pick.
    const history = await league.store.db.selectFrom('pick_history').selectAll().execute();
    const states = (picks: readonly PickTable[]) =>
      picks.map(({ entry_id, about, value, revision }) => [entry_id, about, value, revision].join()).sort();
    expect(states(history)).toEqual(states(rows));
  });

  test('picks and edits of the same games do not stop each other', async () => {
    const writers = Array.from({ length: 12 }, (_, at) => pickWriter(nodeOf(at), league.clock.now));
    const picking = writers.map((writer, at) => Promise.all(everyWrite(at).map((write) => writer.add(write))));
    const editing = Array.from({ length: 24 }, (_, at) =>
      editGame(nodeOf(at), games[at % games.length] ?? '', { homeScore: at }, league.clock.now),
    );
    const outcomes = (await Promise.all(picking)).flat();
    expect(outcomes.filter((outcome) => !outcome.saved)).toEqual([]);
    expect((await Promise.all(editing)).every((game) => game !== null)).toBe(true);
  });

  test('a player who changes a pick on two devices at once always gets a reply', async () => {
    const [first, second] = [pickWriter(nodeOf(0), league.clock.now), pickWriter(nodeOf(1), league.clock.now)];
    const [poolId = ''] = pools;
    const userId = people[0]?.userId ?? '';
    const write = (side: Side) => ownPick({ poolId, userId, gid: games[0] ?? '', side });
    for (let round = 0; round < 150; round += 1) {
      const answers: Promise<PickOutcome>[] = [];
      for (let at = 0; at < 4; at += 1) {
        answers.push(first.add(write('home')), second.add(write('away')));
        await new Promise((resolve) => setImmediate(resolve));
      }
      for (const outcome of await Promise.all(answers)) expect(outcome.saved).toBe(true);
    }
  });
});

describe('On PostgreSQL', () => {
  test('a pick that meets an edit under way waits, and is refused when the edit locks the game', async () => {
    const { league, sam, poolId, picked, unpicked } = await aLeague('postgres', {
      members: ['sam'],
      games: { picked: {}, unpicked: {} },
    });
    const { clock } = league;
    const writer = pickWriter(league.store, clock.now);
    const write = (gid: string, side: Side) => ownPick({ poolId, gid, userId: sam.userId, side });
    await writer.add(write(picked, 'home'));

    const edit = (tx: Db) => sql`update games set status = 'In Progress', lock_at = ${clock.now()}`.execute(tx);
    const picks = () => Promise.all([writer.add(write(picked, 'away')), writer.add(write(unpicked, 'home'))]);
    expect(await whileHeld(league.store, edit, picks, () => {})).toEqual([
      { saved: false, refusal: 'game_locked' },
      { saved: false, refusal: 'game_locked' },
    ]);
    await league.close();
  });
});

/** A number that depends on both, so that each seed gives a different order. */
function shuffled(seed: number, { entryId, wish }: OwnWrite): number {
  let hash = seed + 1;
  for (const letter of `${entryId}${wish.about}`) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
