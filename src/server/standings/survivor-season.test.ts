import { beforeAll, describe, expect, test } from 'vitest';
import { weekId } from '#core/weeks.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

const WEEK = 7 * 24 * HOUR;
const LOCK = 5 * MINUTE;

/** The end of a regular season, and two rounds after it: in these, every team can be chosen anew. */
const weeks = { W17: weekId(2026, 17), W18: weekId(2026, 18), WC: weekId(2026, 19), DIV: weekId(2026, 20) } as const;
type WeekName = keyof typeof weeks;

/** Each week has the same games. */
const games = { PHI: 'DAL', KC: 'LV', SF: 'SEA' } as const;
type Home = keyof typeof games;

const names = ['Ann', 'Bob', 'Cat', 'Dan'] as const;
type Name = (typeof names)[number];

/** Points of home and away. */
const homeWins = { homeScore: 24, awayScore: 10 };
const awayWins = { homeScore: 10, awayScore: 24 };
const level = { homeScore: 17, awayScore: 17 };

describe('A survivor season with two lives', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let poolId: string;
  const people = {} as Record<Name, Person>;
  const kickoff = (week: WeekName) => SUNDAY_1PM + Object.keys(weeks).indexOf(week) * WEEK;
  const gidOf = (week: WeekName, home: Home) => `${week}-${home}`;

  beforeAll(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    admin = await addPerson(league.deps, { isAdmin: true });
    for (const name of names) people[name] = await addPerson(league.deps, { name });
    const members = Object.values(people);
    poolId = await addPool(league.deps, {
      members,
      weeks: Object.values(weeks),
      rules: { format: 'survivor', lives: 2 },
    });
    for (const week of Object.keys(weeks) as WeekName[]) {
      for (const [home, away] of Object.entries(games) as [Home, string][]) {
        const gid = gidOf(week, home);
        await addGame(league.deps, { gid, weekId: weeks[week], home, away, kickoff: kickoff(week) });
      }
    }
  });

  /** @returns `saved`, or why it was refused */
  async function choose(name: Name, week: WeekName, team: string): Promise<string> {
    const home = (Object.keys(games) as Home[]).find((each) => each === team || games[each] === team) as Home;
    const reply = await league.pick(people[name], poolId, { gid: gidOf(week, home), team, weekId: weeks[week] });
    return reply.code ?? 'saved';
  }

  async function edit(week: WeekName, home: Home, body: object): Promise<void> {
    const params = { gid: gidOf(week, home) };
    (await league.call('PATCH /api/games/:gid', { as: admin, params, body })).ok();
  }

  async function finish(week: WeekName, results: Partial<Record<Home, object>>): Promise<void> {
    league.clock.set(kickoff(week) + LOCK);
    for (const [home, score] of Object.entries(results)) {
      await edit(week, home as Home, { status: 'Final', ...score });
    }
  }

  /** Everybody by rank, such as `Ann 2 lives, 1 won`. */
  async function standings(): Promise<string[]> {
    const { rows } = await read();
    return rows.map(({ name, survival }) => {
      const { lives, outWeekId, wins } = survival ?? { lives: 0, outWeekId: null, wins: 0 };
      const week = Object.entries(weeks).find(([, id]) => id === outWeekId)?.[0];
      return `${name} ${week === undefined ? `${lives} ${lives === 1 ? 'life' : 'lives'}` : `out in ${week}`}, ${wins} won`;
    });
  }

  const winners = async () =>
    ((await read()).survivors ?? []).map((id) => names.find((n) => entryIdOf(poolId, people[n].userId) === id));

  const read = async () =>
    (await league.call('GET /api/pools/:poolId/standings', { as: admin, params: { poolId } })).ok();

  test('starts with all players alive; a loss costs a life, and so does a week without a team', async () => {
    for (const [name, team] of [
      ['Ann', 'PHI'],
      ['Bob', 'DAL'],
      ['Dan', 'LV'],
    ] as const)
      expect(await choose(name, 'W17', team)).toBe('saved');
    await finish('W17', { PHI: homeWins, KC: homeWins });
    expect(await standings()).toEqual([
      'Ann 2 lives, 1 won',
      'Cat 2 lives, 0 won',
      'Bob 1 life, 0 won',
      'Dan 1 life, 0 won',
    ]);
    await finish('W17', { SF: homeWins });
    expect(await standings()).toEqual([
      'Ann 2 lives, 1 won',
      'Bob 1 life, 0 won',
      'Cat 1 life, 0 won',
      'Dan 1 life, 0 won',
    ]);
  });

  test('gives no team twice, and a tie costs a life too', async () => {
    expect(await choose('Dan', 'W18', 'LV')).toBe('team_used');
    expect(await choose('Dan', 'W18', 'SEA')).toBe('saved');
    expect(await choose('Ann', 'W18', 'LV')).toBe('saved');
    expect(await choose('Bob', 'W18', 'PHI')).toBe('saved');
    expect(await choose('Cat', 'W18', 'SEA')).toBe('saved');
    await finish('W18', { PHI: level, KC: awayWins, SF: awayWins });
    expect(await standings()).toEqual([
      'Ann 2 lives, 2 won',
      'Cat 1 life, 1 won',
      'Dan 1 life, 1 won',
      'Bob out in W18, 0 won',
    ]);
    expect(await choose('Bob', 'WC', 'KC')).toBe('player_out');
  });

  test('takes no life for a game that is called off, and asks for another team', async () => {
    for (const [name, team] of [
      ['Ann', 'KC'],
      ['Cat', 'KC'],
      ['Dan', 'LV'],
    ] as const)
      expect(await choose(name, 'WC', team)).toBe('saved');
    await edit('WC', 'KC', { void: 'cancelled' });
    expect(await choose('Ann', 'WC', 'PHI')).toBe('saved');
    await finish('WC', { PHI: homeWins, SF: awayWins });
    expect(await standings()).toEqual([
      'Ann 2 lives, 3 won',
      'Cat 1 life, 1 won',
      'Dan 1 life, 1 won',
      'Bob out in W18, 0 won',
    ]);
  });

  test('gives the team of a game that was called off back, and ends', async () => {
    expect(await choose('Ann', 'DIV', 'PHI')).toBe('team_used');
    expect(await choose('Ann', 'DIV', 'KC')).toBe('saved');
    expect(await choose('Cat', 'DIV', 'KC')).toBe('saved');
    expect(await choose('Dan', 'DIV', 'LV')).toBe('saved');
    await finish('DIV', { PHI: homeWins, KC: awayWins, SF: awayWins });
    expect(await standings()).toEqual([
      'Ann 1 life, 3 won',
      'Dan 1 life, 2 won',
      'Cat out in DIV, 1 won',
      'Bob out in W18, 0 won',
    ]);
    expect((await winners()).toSorted()).toEqual(['Ann', 'Dan']);
  });

  test('follows a corrected score from that week on', async () => {
    await edit('W18', 'PHI', homeWins);
    expect(await standings()).toEqual([
      'Ann 1 life, 3 won',
      'Dan 1 life, 2 won',
      'Cat out in DIV, 1 won',
      'Bob out in WC, 1 won',
    ]);
    await edit('W17', 'PHI', awayWins);
    expect(await standings()).toEqual([
      'Dan 1 life, 2 won',
      'Ann out in DIV, 2 won',
      'Bob out in DIV, 2 won',
      'Cat out in DIV, 1 won',
    ]);
    expect(await winners()).toEqual(['Dan']);
    await edit('W17', 'PHI', homeWins);
    await edit('W18', 'PHI', level);
    expect(await standings()).toEqual([
      'Ann 1 life, 3 won',
      'Dan 1 life, 2 won',
      'Cat out in DIV, 1 won',
      'Bob out in W18, 0 won',
    ]);
  });
});
