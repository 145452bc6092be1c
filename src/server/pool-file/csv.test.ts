import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/time.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

describe('The CSV files of a pool', () => {
  const league = withLeague('sqlite');
  let members: readonly Person[];
  let params: { readonly poolId: string };

  beforeAll(async () => {
    const { ann, bob, runner, poolId, early, late } = await aLeague(league, {
      members: ['ann', 'bob'],
      commissioners: ['runner'],
      games: { early: {}, late: { kickoff: SUNDAY_1PM + 3 * HOUR, home: 'KC', away: 'BUF' } },
    });
    members = [ann, bob, runner];
    params = { poolId };
    const save = async (person: Person, gid: string, side: 'home' | 'away') => {
      const body = { picks: [{ kind: 'pick' as const, about: gid, value: { side } }] };
      const entryId = entryIdOf(poolId, person.userId);
      (await league.call('PUT /api/entries/:entryId/picks', { as: person, params: { entryId }, body })).ok();
    };
    await save(ann, early, 'home');
    await save(ann, late, 'away');
    league.clock.set(SUNDAY_1PM + 5 * MINUTE);
    await addGame(league.deps, { gid: early, status: 'Final', homeScore: 7 });
    await rescoreAllStale(league.store, league.clock.now);
  });

  /** The file, which everyone gets alike. */
  async function linesOf(name: 'picks' | 'games' | 'scores'): Promise<string[]> {
    const replies = await Promise.all(
      members.map((as) => league.call(`GET /api/pools/:poolId/${name}.csv`, { as, params })),
    );
    expect(replies[0]?.headers['content-disposition']).toContain(`${name}.csv`);
    const [text = '', ...others] = replies.map((reply) => reply.text);
    expect(others).toEqual([text, text]);
    return text.trimEnd().split('\n');
  }

  test('have the picks of locked games, and not even the owner gets a sealed one', async () => {
    expect(await linesOf('picks')).toEqual(['season,week,player,pick', '2026,1,Ann,PHI', '2026,1,Bob,']);
  });

  test('have the games, with the scores of those that are over', async () => {
    const [header, ...games] = await linesOf('games');
    expect(header).toBe(
      'game_id,season,game_type,week,gameday,gametime,away_team,away_score,home_team,home_score,spread_line,void',
    );
    expect(games.map((line) => line.split(',').slice(1, 10).join(','))).toEqual([
      '2026,REG,1,2026-09-13,13:00,DAL,0,PHI,7',
      '2026,REG,1,2026-09-13,16:00,BUF,,KC,',
    ]);
  });

  test('have the scores of every entry and week', async () => {
    expect(await linesOf('scores')).toEqual([
      'season,week,week_id,player,score,total',
      '2026,1,2026-week1,Ann,1,1',
      '2026,1,2026-week1,Bob,0,0',
    ]);
  });

  test('have the points of games without a pick once the whole week has locked, for those who had an order', async () => {
    const sunday = SUNDAY_1PM + 7 * DAY_MS;
    const { ann, bob, poolId, early, late } = await aLeague(league, {
      rules: { format: 'confidence' },
      weeks: [WEEK_2],
      members: ['ann', 'bob'],
      games: {
        early: { weekId: WEEK_2, kickoff: sunday },
        late: { weekId: WEEK_2, kickoff: sunday + 3 * HOUR, home: 'KC', away: 'BUF' },
      },
      now: sunday - HOUR,
    });
    for (const as of [ann, bob]) (await league.pick(as, poolId, { gid: early, side: 'home' })).ok();
    (await league.pick(ann, poolId, { order: [early, late], weekId: WEEK_2 })).ok();
    const picks = async () => {
      const { text } = await league.call('GET /api/pools/:poolId/picks.csv', { as: ann, params: { poolId } });
      return text.split('\n').filter((line) => line.startsWith('2026,2'));
    };
    league.clock.set(sunday + 5 * MINUTE);
    expect(await picks()).toEqual(['2026,2,Ann,PHI,1', '2026,2,Bob,PHI,1']);
    league.clock.set(sunday + 3 * HOUR + 5 * MINUTE);
    expect(await picks()).toEqual(['2026,2,Ann,PHI,1', '2026,2,Ann,,2', '2026,2,Bob,PHI,1']);
  });
});
