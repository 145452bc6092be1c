import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Side } from '#core/types.ts';
import { sides } from '#core/types.ts';
import type { Person } from '#tests/builders.ts';
import {
  addGame,
  addGames,
  addPerson,
  addPool,
  deletePool,
  historyOf,
  ownPick,
  removeMember,
  setEnabled,
  sideOf,
  storedChoices,
} from '#tests/builders.ts';
import { engines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';
import type { OwnWrite } from './facts-reads.ts';
import { pickWriter } from './store.ts';

/** The outcome of a write: side and revision of a stored pick, or the refusal. */
type Answer = string;

describe.each(engines)('Many picks in one commit on %s', (engine) => {
  const league = withLeague(engine);
  let sam: Person;
  let kim: Person;
  let stranger: Person;
  let disabled: Person;
  let removed: Person;
  let poolId: string;
  let open: string;
  let locked: string;
  let postponed: string;

  beforeAll(async () => {
    const { deps } = league;
    [sam, kim, stranger, disabled, removed] = [
      await addPerson(deps),
      await addPerson(deps),
      await addPerson(deps),
      await addPerson(deps),
      await addPerson(deps),
    ];
    await setEnabled(deps, disabled.userId, false);
    locked = await addGame(deps, { status: 'In Progress' });
    postponed = await addGame(deps, { void: 'postponed' });
  });

  beforeEach(async () => {
    poolId = await addPool(league.deps, { members: [sam, kim, disabled, removed] });
    await removeMember(league.deps, poolId, removed.userId);
    open = await addGame(league.deps);
  });

  const write = (person: Person, gid: string, side: Side | null, basedOn: number | null = null): OwnWrite =>
    ownPick({ poolId, gid, userId: person.userId, side }, basedOn);

  /** A write of an unknown user, which the database refuses. */
  const broken = (): OwnWrite => ({
    ...write(kim, open, 'home'),
    actor: { by: 'commissioner', userId: 'nobody', reason: '' } as never,
  });

  /** Adds writes in the same tick, so that they are written together. */
  async function save(...writes: readonly OwnWrite[]): Promise<Answer[]> {
    const writer = pickWriter(league.store, league.clock.now);
    const results = await Promise.allSettled(writes.map((each) => writer.add(each)));
    return results.map((result) => {
      if (result.status === 'rejected') return 'failed';
      const outcome = result.value;
      return outcome.saved
        ? `${sideOf(outcome.value)} ${outcome.revision}${outcome.changed ? '' : ' as before'}`
        : outcome.refusal;
    });
  }

  async function stored(): Promise<Record<string, string>> {
    const rows = await storedChoices(league.store.db, 'pick', poolId);
    return Object.fromEntries(
      rows.map(({ userId, about, value, revision }) => [`${userId} ${about}`, `${sideOf(value)} ${revision}`]),
    );
  }

  test('each caller gets the right outcome, and allowed picks are stored', async () => {
    const nowhere = { ...write(sam, open, 'home'), poolId: 'no-such-pool' };
    const deleted = { ...nowhere, poolId: await addPool(league.deps, { members: [sam] }) };
    await deletePool(league.deps, deleted.poolId);
    const answers = await save(
      write(sam, open, 'home'),
      write(sam, locked, 'home'),
      write(stranger, open, 'home'),
      write(kim, open, 'away'),
      write(disabled, open, 'home'),
      write(removed, open, 'home'),
      write(sam, postponed, 'home'),
      write(sam, 'no-such-game', 'home'),
      nowhere,
      deleted,
    );
    expect(answers).toEqual([
      'home 1',
      'game_locked',
      'entry_not_found',
      'away 1',
      'account_disabled',
      'not_a_member',
      'game_void',
      'game_not_found',
      'entry_not_found',
      'entry_not_found',
    ]);
    expect(await stored()).toEqual({ [`${sam.userId} ${open}`]: 'home 1', [`${kim.userId} ${open}`]: 'away 1' });
  });

  test('the last of several taps on one game wins, and all get a reply', async () => {
    expect(await save(write(sam, open, 'home'), write(kim, open, 'home'), write(sam, open, 'away'))).toEqual([
      'away 1',
      'home 1',
      'away 1',
    ]);
  });

  test('a row that the database refuses does not affect other picks', async () => {
    expect(await save(write(sam, open, 'home'), broken(), write(sam, locked, 'home'))).toEqual([
      'home 1',
      'failed',
      'game_locked',
    ]);
    expect(await stored()).toEqual({ [`${sam.userId} ${open}`]: 'home 1' });
  });

  test('a row that the database refuses does not make stored picks fail', async () => {
    await save(write(sam, open, 'home'));
    expect(await save(broken(), write(sam, open, 'home'))).toEqual(['failed', 'home 1 as before']);
  });

  test('a tap is not lost to an offline pick that arrives with it', async () => {
    await save(write(sam, open, 'home'));
    await save(write(sam, open, 'away'));
    expect(await save(write(sam, open, 'home'), write(sam, open, 'away', 0))).toEqual(['home 3', 'newer_pick']);
    expect(await save(write(sam, open, 'home', 1), write(sam, open, 'away'))).toEqual(['home 3 as before', 'away 4']);
  });

  test('of two offline picks based on the same one, the first is stored', async () => {
    await save(write(sam, open, 'home'));
    expect(await save(write(sam, open, 'away', 1), write(sam, open, 'home', 1))).toEqual(['away 2', 'newer_pick']);
  });

  test('texts with quotes and signs reach the database as they are', async () => {
    const gid = `it's "odd" \\ {} $1 ? :x ${engine}`;
    await addGame(league.deps, { gid });
    expect(await save(write(sam, gid, 'home'))).toEqual(['home 1']);
    expect(await save(write(sam, gid, 'away'), write(stranger, gid, 'home'))).toEqual(['away 2', 'entry_not_found']);
  });

  test('a thousand picks at once are all stored', async () => {
    const gids = await addGames(
      league.deps,
      Array.from({ length: 500 }, () => ({})),
    );
    const answers = await save(...gids.flatMap((gid) => [write(sam, gid, 'home'), write(kim, gid, 'away')]));
    expect(new Set(answers)).toEqual(new Set(['home 1', 'away 1']));
    expect(Object.keys(await stored())).toHaveLength(1000);
  });

  test('after any taps of several players, sides, revisions and the last state of each second are those of a simple model', async () => {
    const games = await Promise.all([addGame(league.deps), addGame(league.deps), addGame(league.deps)]);
    const tap = fc.record({
      who: fc.constantFrom(0, 1),
      game: fc.constantFrom(0, 1, 2),
      side: fc.constantFrom(...sides, null),
      basedOn: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 3 }),
    });
    const batch = fc.uniqueArray(tap, { selector: ({ who, game }) => `${who} ${game}`, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { maxLength: 6 }), async (batches) => {
        poolId = await addPool(league.deps, { members: [sam, kim] });
        const model = new Map<string, { side: Side | null; revision: number }>();
        const history = new Map<string, string>();
        for (const taps of batches) {
          league.clock.advance(400);
          const second = Math.floor(league.clock.now() / 1000);
          const writes = taps.map(({ who, game, side, basedOn }) =>
            write(who === 0 ? sam : kim, games[game] ?? '', side, basedOn),
          );
          const expected = taps.map(({ who, game, side, basedOn }) => {
            const [userId, gid] = [(who === 0 ? sam : kim).userId, games[game] ?? ''];
            const before = model.get(`${userId} ${gid}`);
            if ((before?.side ?? null) === side) return `${side} ${before?.revision ?? 0} as before`;
            if (before && basedOn !== null && before.revision > basedOn) return 'newer_pick';
            const revision = (before?.revision ?? 0) + 1;
            model.set(`${userId} ${gid}`, { side, revision });
            history.set(`${userId} ${gid} in ${second}`, `${side} ${revision}`);
            return `${side} ${revision}`;
          });
          expect(await save(...writes)).toEqual(expected);
        }
        const final = [...model].map(([key, { side, revision }]) => [key, `${side} ${revision}`]);
        expect(await stored()).toEqual(Object.fromEntries(final));
        const rows = await historyOf(league.store.db, 'pick', poolId);
        const kept = rows.map(({ userId, about, madeAt, value, revision }) => {
          return [`${userId} ${about} in ${Math.floor(madeAt / 1000)}`, `${sideOf(value)} ${revision}`] as const;
        });
        expect(kept.length).toBe(history.size);
        expect(new Map(kept)).toEqual(history);
      }),
      { numRuns: 40 },
    );
  });
});
