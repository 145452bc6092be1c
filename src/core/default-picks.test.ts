import { describe, expect, it } from 'vitest';
import type { DefaultPick, StoredDefault } from '#core/default-picks.ts';
import { defaultAt, defaultSidesOf, defaultTeams } from '#core/default-picks.ts';
import type { TeamChoices } from '#core/formats/survivor/survivor.ts';
import { NO_LOCK } from '#core/locks.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { aGame } from '#tests/core-samples.ts';

const [WEEK, NEXT] = ['2026-week2', '2026-week3'];
const since = (madeAt: number, value: DefaultPick | null): StoredDefault => ({ value, madeAt });
const [favorites, home] = [{ side: 'favourite' }, { side: 'home' }] as const;
const list = (...teams: string[]): DefaultPick => ({ teams });

describe('What a player wants at a lock', () => {
  it.each([
    ['what was said before it', [since(1, home)], 10, home],
    [
      'what was said last before it, in whatever order it is read',
      [since(5, favorites), since(1, home)],
      10,
      favorites,
    ],
    ['nothing that is said from the lock on', [since(10, home)], 10, undefined],
    ['what was said before, if it is changed later', [since(1, home), since(11, favorites)], 10, home],
    ['nothing any more, if they said so', [since(1, home), since(2, null)], 10, null],
  ] as const)('is %s', (_what, defaults, lockAt, wanted) => {
    expect(defaultAt(defaults, lockAt)?.value).toEqual(wanted);
  });
});

describe('The sides that count for a player who forgot', () => {
  const rules = rulesWith({ missed: 'own' });
  const games = [aGame({ gid: 'first', lockAt: 10, spread: -3 }), aGame({ gid: 'last', lockAt: 20, spread: 3 })];
  const filled = (
    defaults: StoredDefault[],
    now: number,
    some: { picked?: string[]; joinedAt?: number; listed?: number[] } = {},
  ) => {
    const entry = { picked: new Set(some.picked), joinedAt: some.joinedAt ?? 0, defaults };
    const made = defaultSidesOf(games, entry, rules, now, new Set(some.listed));
    return made.map(({ wish, madeAt }) => [wish.about, wish.value?.side, madeAt]);
  };

  it.each([
    ['none before the lock', [since(1, home)], 9, {}, []],
    ['those of locked games', [since(1, home)], 10, {}, [['first', 'home', 1]]],
    [
      'favorites by their lines',
      [since(1, favorites)],
      20,
      {},
      [
        ['first', 'away', 1],
        ['last', 'home', 1],
      ],
    ],
    [
      'what they wanted at each lock',
      [since(1, home), since(15, { side: 'away' })],
      20,
      {},
      [
        ['first', 'home', 1],
        ['last', 'away', 15],
      ],
    ],
    ['none of a game that they picked', [since(1, home)], 20, { picked: ['first'] }, [['last', 'home', 1]]],
    ['none of a game that locked before they joined', [since(1, home)], 20, { joinedAt: 11 }, [['last', 'home', 1]]],
    ['none of a lock that receipts list', [since(1, home)], 20, { listed: [10] }, [['last', 'home', 1]]],
    ['none if they wanted nothing', [since(1, null)], 20, {}, []],
    ['none for a list of teams', [since(1, list('KC'))], 20, {}, []],
  ])('are %s', (_what, defaults, now, some, sides) => {
    expect(filled(defaults, now, some)).toEqual(sides);
  });

  it('are also those of games that are off, which may be on again', () => {
    const off = aGame({ gid: 'off', lockAt: 10, spread: 3, void: 'postponed' });
    const entry = { picked: new Set<string>(), joinedAt: 0, defaults: [since(1, favorites)] };
    const [made] = defaultSidesOf([off], entry, rules, 10, new Set());
    expect(made?.wish).toEqual({ kind: 'pick', about: 'off', value: { side: 'home' } });
  });
});

describe('The team that counts for a player who forgot', () => {
  const early = aGame({ gid: 'early', weekId: WEEK, home: 'PHI', away: 'DAL', lockAt: 10 });
  const late = aGame({ gid: 'late', weekId: WEEK, home: 'KC', away: 'LV', lockAt: 20 });
  const next = aGame({ gid: 'next', weekId: NEXT, home: 'KC', away: 'PHI', lockAt: 30 });
  const team = (
    defaults: StoredDefault[],
    now: number,
    choices: TeamChoices = {},
    games = [early, late],
    listed: number[] = [],
  ) => {
    const weeks = [
      { id: WEEK, games },
      { id: NEXT, games: [next] },
    ];
    return defaultTeams(weeks, WEEK, { choices, defaults }, {}, now, new Set(listed))[0]?.wish.value?.team ?? null;
  };

  it.each([
    ['none before its game locks', [since(1, list('KC', 'PHI'))], 19, {}, null],
    ['the first of the list, from its lock on', [since(1, list('KC', 'PHI'))], 20, {}, 'KC'],
    ['the next one if the first does not play', [since(1, list('GB', 'PHI'))], 10, {}, 'PHI'],
    [
      'the next one if another week has the first',
      [since(1, list('KC', 'PHI'))],
      10,
      { [NEXT]: { gid: 'next', team: 'KC' } },
      'PHI',
    ],
    ['none if they chose one', [since(1, list('PHI'))], 20, { [WEEK]: { gid: 'late', team: 'KC' } }, null],
    ['one whose game is still open if the list is late', [since(15, list('PHI', 'KC'))], 20, {}, 'KC'],
    [
      'what the list was at the first lock that it decides',
      [since(1, list('PHI')), since(15, list('KC'))],
      20,
      {},
      'PHI',
    ],
    ['none of a list without teams that play', [since(1, list('GB'))], 20, {}, null],
    ['none for a side', [since(1, home)], 20, {}, null],
  ])('is %s', (_what, defaults, now, choices, expected) => {
    expect(team(defaults, now, choices)).toBe(expected);
  });

  it.each([
    ['none yet', 9, {}, []],
    ['that of the game that locks, the other one waits', 10, {}, ['PHI']],
    ['both, each once its game locks', 20, {}, ['PHI', 'KC']],
    ['only the missing one', 20, { [`${WEEK}:2`]: { gid: 'early', team: 'DAL' } }, ['KC']],
  ])('are two in a week with two teams, never of one game: %s', (_what, now, choices, expected) => {
    const weeks = [{ id: WEEK, games: [early, late] }];
    const entry = { choices: choices as TeamChoices, defaults: [since(1, list('KC', 'LV', 'PHI', 'DAL'))] };
    const found = defaultTeams(weeks, WEEK, entry, { twoTeamsFrom: 1 }, now, new Set());
    expect(found.map(({ wish }) => wish.value?.team)).toEqual(expected);
  });

  it('is the next one if receipts list the lock of the first', () => {
    expect(team([since(1, list('PHI', 'KC'))], 20, {}, [early, late], [10])).toBe('KC');
  });

  it('is the next one if the game of the first is off', () => {
    const off = { ...early, void: 'postponed', lockAt: NO_LOCK } as const;
    expect(team([since(1, list('PHI', 'KC'))], 20, {}, [off, late])).toBe('KC');
  });
});
