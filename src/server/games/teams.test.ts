import { beforeAll, describe, expect, test } from 'vitest';
import { teams } from '#core/teams.ts';
import { addPerson } from '#tests/builders.ts';
import { withLeague } from '#tests/league.ts';

describe('The table of teams', () => {
  const league = withLeague('sqlite');
  let as: { cookie: string };

  beforeAll(async () => {
    as = await addPerson(league.deps);
  });

  test('is complete from the start, in the order of the specification', async () => {
    expect((await league.call('GET /api/teams', { as })).ok().teams).toEqual(teams);
    expect((await league.call('POST /api/teams/initialise', { as })).ok()).toEqual({ added: 0 });
  });

  test.each(['WAS', 'WSH', 'was'])('tells of one team, by %s', async (abbr) => {
    const reply = await league.call('GET /api/teams/:abbr', { as, params: { abbr } });
    expect(reply.ok()).toEqual(teams.find((team) => team.abbr === 'WAS'));
  });

  test('knows no others', async () => {
    expect((await league.call('GET /api/teams/:abbr', { as, params: { abbr: 'XYZ' } })).code).toBe('team_not_found');
  });

  test('anybody who is signed in fills it up where teams are missing, and the others stay as they are', async () => {
    const { db } = league.store;
    await db.updateTable('teams').set({ city: 'Elsewhere' }).where('abbr', '=', 'KC').execute();
    await db.deleteFrom('teams').where('abbr', 'in', ['BUF', 'SF']).execute();
    expect((await league.call('POST /api/teams/initialise', { as })).ok()).toEqual({ added: 2 });
    const { teams: now } = (await league.call('GET /api/teams', { as })).ok();
    const moved = teams.map((team) => (team.abbr === 'KC' ? { ...team, city: 'Elsewhere' } : team));
    expect(now).toEqual(moved);
  });

  test('nobody else does', async () => {
    expect((await league.call('POST /api/teams/initialise', {})).code).toBe('not_signed_in');
  });
});
