import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague, season } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';

const NOW = Date.UTC(2024, 1, 1);
const NEVER = Date.UTC(2099, 1, 1);
const PLAYOFF = '2023_19_LA_DET';
const picks = ['2023,1,Ann,KC', '2023,1,Ann,SF', '2023,1,Bob,DET'];
const kept = 'stayed as their players or admins made them in the app.\n';

describe.each(usualEngines)('An import of picks of a player whose entry was linked to an account on %s', (engine) => {
  let league: CliLeague;
  let ann: string;
  let annie: string;
  let admin: string;

  beforeEach(async () => {
    league = await createCliLeague(engine);
    await league.importSeason(...season);
    await league.importPicks(picks, '--create');
    annie = await addAccount('Annie');
    admin = await addAccount('Admin');
    ann = await entryOf('Ann');
    await link(ann, annie);
  });

  afterEach(() => league.drop());

  function addAccount(name: string): Promise<string> {
    const at = engine === 'sqlite' ? new Date(NOW).toISOString() : new Date(NOW);
    const dates = { createdAt: at, updatedAt: at };
    return league.withStore(async ({ db }) => {
      const isVerified = engine === 'sqlite' ? 0 : false;
      const email = { email: `${name.toLowerCase()}@example.org`, emailVerified: isVerified, image: null };
      await db
        .insertInto('accounts')
        .values({ id: `account-${name}`, name, ...email, ...dates })
        .execute();
      const flags = { is_enabled: 1, is_admin: 0, default_pool_id: null };
      const id = `user-${name}`;
      await db
        .insertInto('users')
        .values({ id, account_id: `account-${name}`, display_name: name, created_at: NOW, ...flags })
        .execute();
      return id;
    });
  }

  const entryOf = (name: string) =>
    league.withStore(async ({ db }) => {
      const players = db.selectFrom('users').select('id').where('display_name', '=', name);
      return (await db.selectFrom('entries').select('id').where('player_id', 'in', players).executeTakeFirstOrThrow())
        .id;
    });

  const by = () => ({ userId: admin, isAdmin: true, clock: () => NOW });
  const link = (entryId: string, userId: string) =>
    league.withStore(async (store) => {
      expect(await linkEntry(store, entryId, userId, by())).toHaveProperty('entryName');
      await rescoreAllStale(store, Date.now);
    });
  const unlink = (entryId: string) =>
    league.withStore(async (store) => {
      expect(await unlinkEntry(store, entryId, { ...by(), reason: 'A mix-up' })).toHaveProperty('entryName');
    });

  const sidesOf = (entryId: string) =>
    league.withStore(async ({ db }) => {
      const rows = await db.selectFrom('game_picks').select(['gid', 'side']).where('entry_id', '=', entryId).execute();
      return Object.fromEntries(rows.map((row) => [row.gid, row.side]));
    });

  const setPlayoff = (game: { lock_at: number; status: 'Not Started' | 'Final' }) =>
    league.withStore(({ db }) =>
      db.connection().execute(async (one) => {
        // PostgreSQL refuses to open again what was locked.
        if (engine === 'postgres') await sql`set session_replication_role = replica`.execute(one);
        await one.updateTable('games').set(game).where('gid', '=', PLAYOFF).execute();
      }),
    );

  it('makes no second player: the same file changes nothing, and scores stay those of a recount', async () => {
    const before = await league.dump();
    const again = await league.importPicks(picks, '--create');
    expect(again.stdout).toContain('2 players (0 new): 0 written, 3 unchanged');
    expect(await league.dump()).toEqual(before);
    expect(await league.scores()).toContain('2023,1,2023-week1,Annie,1,1\n');
    expect(await league.scores()).not.toContain('Ann,');
    expect((await league.run('doctor')).code).toBe(0);
  });

  it('fills in what the entry has not; what it has stays, under either name', async () => {
    const more = await league.importPicks(['2023,1,Ann,DET', '2023,19,Ann,DET'], '--create');
    expect(more.stdout).toContain(`1 player (0 new): 1 written, 0 unchanged.\n1 pick ${kept}`);
    expect(await sidesOf(ann)).toEqual({ '2023_01_DET_KC': 'home', '2023_01_SF_PIT': 'away', [PLAYOFF]: 'home' });
    const again = await league.importPicks(['2023,1,Annie,DET', '2023,19,Annie,DET']);
    expect(again.stdout).toContain(`0 written, 1 unchanged.\n1 pick ${kept}`);
  });

  it('keeps away from open games, and brings them once they are locked', async () => {
    const file = ['2023,19,Ann,DET'];
    await setPlayoff({ lock_at: NEVER, status: 'Not Started' });
    expect((await league.importPicks(file, '--create')).stdout).toContain(`0 written, 0 unchanged.\n1 pick ${kept}`);
    expect(await sidesOf(ann)).not.toHaveProperty(PLAYOFF);
    await setPlayoff({ lock_at: NOW, status: 'Final' });
    expect((await league.importPicks(file)).stdout).toContain('1 written, 0 unchanged.\n');
    expect(await sidesOf(ann)).toMatchObject({ [PLAYOFF]: 'home' });
    expect((await league.run('doctor')).code).toBe(0);
  });

  it('does not restore picks of open games that the link withdrew', async () => {
    const bob = await entryOf('Bob');
    const file = ['2023,19,Bob,DET'];
    await setPlayoff({ lock_at: NEVER, status: 'Not Started' });
    await league.importPicks(file, '--create');
    expect(await sidesOf(bob)).toMatchObject({ [PLAYOFF]: 'home' });
    await link(bob, await addAccount('Bobby'));
    expect(await sidesOf(bob)).toEqual({ '2023_01_DET_KC': 'away', [PLAYOFF]: null });
    expect((await league.importPicks(file)).stdout).toContain(`0 written, 0 unchanged.\n1 pick ${kept}`);
    await setPlayoff({ lock_at: NOW, status: 'Final' });
    expect((await league.importPicks(file)).stdout).toContain(`0 written, 0 unchanged.\n1 pick ${kept}`);
    expect(await sidesOf(bob)).toEqual({ '2023_01_DET_KC': 'away', [PLAYOFF]: null });
  });

  it('goes to the player again once they are unlinked', async () => {
    await unlink(ann);
    await league.importPicks(['2023,1,Ann,DET']);
    expect(await sidesOf(ann)).toEqual({ '2023_01_DET_KC': 'away', '2023_01_SF_PIT': 'away' });
    expect((await league.importPicks(['2023,1,Annie,DET'])).stderr).toContain('Annie is not a member of this pool.');
    expect((await league.run('doctor')).code).toBe(0);
  });

  it('is logged, like that of the season, without an actor', async () => {
    const rows = await league.withStore(({ db }) => db.selectFrom('audit_log').selectAll().orderBy('id').execute());
    expect(rows.map(({ act, actor_id, after }) => [act, actor_id, JSON.parse(after)]).slice(0, 2)).toEqual([
      ['season.load', null, { season: 2023, source: 'file', added: 4, changed: 0 }],
      ['picks.import', null, { players: 2, newPlayers: 2, written: 3, kept: 0 }],
    ]);
  });
});
