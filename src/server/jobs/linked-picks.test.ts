import { expect, test } from 'vitest';
import { editGame } from '#server/store/game-edits.ts';
import { linkPlayer } from '#server/store/player-links.ts';
import { recount, rescoreStale } from '#server/store/scores.ts';
import { weekScores } from '#server/store/standings.ts';
import { createUser } from '#server/store/users.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, importPicks, WEEK_1 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { LinkedPicks } from './linked-picks.ts';

test.each(engines)(
  'A link that cannot be read is told once, and holds up no other link and no score, on %s',
  async (engine) => {
    const { store, clock, deps, close } = await createTestApp(engine);
    const admin = await addPerson(deps, { isAdmin: true });
    const links: [string, Person][] = [];
    for (const name of ['Old Tom', 'Old Tim']) {
      links.push([await createUser(store.db, { displayName: name, accountId: null }, 1), await addPerson(deps)]);
    }
    const players = links.map(([userId]) => ({ userId }));
    const poolId = await addPool(deps, { members: players });
    const games = [await addGame(deps), await addGame(deps)];
    for (const { userId } of players) {
      const picks = games.map((gid) => ({ poolId, gid, userId, side: 'home' as const, madeAt: 1 }));
      await importPicks(store.db, engine, picks);
    }
    for (const [player, to] of links) await linkPlayer(store, player, to.userId, admin.userId, clock.now());
    await store.db
      .updateTable('player_links')
      .set({ moved: 'not JSON' })
      .where('player_id', '=', links[0]?.[0] ?? '')
      .execute();

    const final = { status: 'Final', homeScore: 7, awayScore: 3 } as const;
    await editGame(store, games[0] ?? '', final, clock.now);
    expect((await rescoreStale(store)).weekIds).toEqual([WEEK_1]);
    const errors: unknown[] = [];
    const linkedPicks = new LinkedPicks({
      store,
      clock,
      live: deps.live,
      afterCommit: deps.afterCommit,
      onError: (error) => errors.push(error),
    });
    clock.set(SUNDAY_1PM + 4 * HOUR);
    for (const _ of [1, 2]) await linkedPicks.look();
    await linkedPicks.stop();

    expect(errors).toMatchObject([
      { message: expect.stringMatching(/^Link \d+ fails/), cause: expect.any(SyntaxError) },
    ]);
    const copied = store.db
      .selectFrom('game_picks')
      .select(['user_id', 'gid'])
      .where(
        'user_id',
        'in',
        links.map(([, to]) => to.userId),
      );
    expect(new Set((await copied.execute()).map(({ user_id, gid }) => `${user_id} ${gid}`))).toEqual(
      new Set(games.map((gid) => `${links[1]?.[1].userId} ${gid}`)),
    );
    const scores = await weekScores(store.db, poolId);
    expect(links.map(([, to]) => scores.get(to.userId)?.[WEEK_1] ?? 0)).toEqual([0, 2]);
    expect(await recount(store)).toEqual([]);
    await close();
  },
);
