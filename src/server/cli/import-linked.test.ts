import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkPlayer, unlinkPlayer } from '#server/store/player-links.ts';
import { rescoreAllStale } from '#server/store/scores.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague, season } from '#tests/cli-league.ts';
import { engines } from '#tests/engines.ts';

const NOW = Date.UTC(2024, 1, 1);
const NEVER = Date.UTC(2099, 1, 1);
const picks = ['2023,1,Ann,KC', '2023,1,Ann,SF', '2023,1,Bob,DET'];

describe.each(engines)('An import of picks of a player who was linked to an account on %s', (engine) => {
  let league: CliLeague;
  let ann: string;
  let account: string;
  let admin: string;

  beforeEach(async () => {
    league = await createCliLeague(engine);
    await league.importSeason(...season);
    await league.importPicks(picks, '--create');
    account = await addAccount('Annie');
    admin = await addAccount('Admin');
    ann = await league.withStore(async ({ db }) => {
      const row = await db.selectFrom('users').select('id').where('display_name', '=', 'Ann').executeTakeFirstOrThrow();
      return row.id;
    });
    await league.withStore(async (store) => {
      await linkPlayer(store, ann, account, admin, NOW);
      await rescoreAllStale(store);
    });
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

  const sidesOf = (userId: string) =>
    league.withStore(async ({ db }) => {
      const rows = await db.selectFrom('game_picks').select(['gid', 'side']).where('user_id', '=', userId).execute();
      return Object.fromEntries(rows.map((row) => [row.gid, row.side]));
    });

  it('makes no second player: the same file changes nothing, and scores stay those of a recount', async () => {
    const before = await league.dump();
    const again = await league.importPicks(picks, '--create');
    expect(again.stdout).toContain('2 players (0 new): 0 written, 3 unchanged');
    expect(await league.dump()).toEqual(before);
    expect(await league.scores()).toContain('2023,1,2023-week1,Annie,1,1\n');
    expect(await league.scores()).not.toContain('Ann,');
    expect((await league.run('doctor')).code).toBe(0);
  });

  it('fills in what the account has not picked; what it has stays', async () => {
    const more = await league.importPicks(['2023,1,Ann,DET', '2023,19,Ann,DET'], '--create');
    expect(more.stdout).toContain('1 player (0 new): 1 written, 0 unchanged.\n1 pick stayed as');
    expect(await sidesOf(account)).toEqual({
      '2023_01_DET_KC': 'home',
      '2023_01_SF_PIT': 'away',
      '2023_19_LA_DET': 'home',
    });
  });

  it('reaches the account when the game locks, and not before', async () => {
    const gid = '2023_19_LA_DET';
    const setGame = (game: { lock_at: number; status: 'Not Started' | 'Final' }) =>
      league.withStore(({ db }) =>
        db.connection().execute(async (one) => {
          // PostgreSQL refuses to open again what was locked.
          if (engine === 'postgres') await sql`set session_replication_role = replica`.execute(one);
          await one.updateTable('games').set(game).where('gid', '=', gid).execute();
        }),
      );
    await setGame({ lock_at: NEVER, status: 'Not Started' });
    const told = await league.importPicks(['2023,19,Ann,DET'], '--create');
    expect(told.stdout).toContain('1 written, 0 unchanged.\n1 pick of linked players waits until the games lock.');
    expect(await sidesOf(account)).not.toHaveProperty(gid);
    await setGame({ lock_at: NOW, status: 'Final' });
    await league.withStore((store) => rescoreAllStale(store));
    expect(await sidesOf(account)).toMatchObject({ [gid]: 'home' });

    await league.withStore((store) => unlinkPlayer(store, ann, account, admin, NOW));
    expect(await sidesOf(account)).toEqual({});
    expect(await sidesOf(ann)).toMatchObject({ [gid]: 'home' });
  });

  it('goes to the player again once they are unlinked', async () => {
    await league.withStore((store) => unlinkPlayer(store, ann, account, admin, NOW));
    await league.importPicks(['2023,1,Ann,DET']);
    expect(await sidesOf(account)).toEqual({});
    expect(await sidesOf(ann)).toEqual({ '2023_01_DET_KC': 'away', '2023_01_SF_PIT': 'away' });
    expect((await league.run('doctor')).code).toBe(0);
  });

  it('is in the log, as that of the season is, with nobody as who did it', async () => {
    const rows = await league.withStore(({ db }) => db.selectFrom('audit_log').selectAll().orderBy('id').execute());
    expect(rows.map(({ act, actor_id, after }) => [act, actor_id, JSON.parse(after)]).slice(0, 2)).toEqual([
      ['season.load', null, { season: 2023, source: 'file', added: 4, changed: 0 }],
      ['picks.import', null, { players: 2, newPlayers: 2, written: 3, kept: 0 }],
    ]);
  });
});
