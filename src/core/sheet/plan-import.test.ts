import { describe, expect, it } from 'vitest';
import { matchNames } from './match-names.ts';
import type { PlanInput } from './plan-import.ts';
import { planImport } from './plan-import.ts';

const entries = [
  { id: 'e1', name: 'Sam', ownerId: 'sam', ownerName: 'Sam Okafor' },
  { id: 'e2', name: 'Ann', ownerId: 'ann', ownerName: 'Ann' },
  { id: 'e3', name: 'Ann 2', ownerId: 'ann', ownerName: 'Ann' },
  { id: 'e4', name: 'Zoë Banks', ownerId: 'zoë', ownerName: 'Zoë Banks' },
];

const named = (player: string, entry = '') => ({ player, entry, picks: 1 });

describe('A name of a sheet', () => {
  it.each([
    ['an entry by its name', named(' sam '), 'e1', []],
    ['a member by their name', named('Sam OKAFOR'), 'e1', []],
    ['the entry of a column', named('Ann', 'ann 2'), 'e3', []],
    ['nobody, but is near a name', named('Zoe Bank'), null, ['e4']],
    ['nobody', named('Old Tom'), null, []],
    ['nobody, though the player is known', named('Sam', 'Third try'), null, []],
    ["nobody, if the entry is another member's", named('Ann', 'Sam'), null, ['e1']],
    ["the player's entry of the same name", named('Ann', 'Ann'), 'e2', []],
    ['the first entry of a player by its number', named('Ann', '1'), 'e2', []],
    ['the second entry of a player by its number', named('Ann', '#2'), 'e3', []],
    ['the only entry of a member by its number', named('Sam Okafor', '1.0'), 'e1', []],
  ])('names %s', (_what, name, entryId, near) => {
    const [match] = matchNames([name], entries);
    expect(match?.entryId).toBe(entryId);
    expect(match?.near.map(({ id }) => id)).toEqual(near);
  });

  it('is ambiguous if a member has several entries with other names', () => {
    const several = [
      { id: 'a', name: 'Lions', ownerId: 'ann', ownerName: 'Ann' },
      { id: 'b', name: 'Bears', ownerId: 'ann', ownerName: 'Ann' },
    ];
    expect(matchNames([named('Ann')], several)[0]?.entryId).toBeNull();
  });
});

describe('Numbers of entries', () => {
  it('are shown with the player', () => {
    const names = [named('Ann', '1'), named('Bob', '1'), named('Bob', '2')];
    expect(matchNames(names, []).map(({ label }) => label)).toEqual(['Ann', 'Bob', 'Bob 2']);
  });
});

describe('Names of a sheet', () => {
  it.each([
    ['most are teams', ['Saints', 'LIONS', 'Sam'], [true, true, false]],
    ['one person is called like a team', ['Dallas', 'Ann', 'Sam'], [false, false, false]],
  ])('are taken for teams only if most of them are: %s', (_what, players, teams) => {
    expect(
      matchNames(
        players.map((player) => named(player)),
        entries,
      ).map(({ isTeam }) => isTeam),
    ).toEqual(teams);
  });
});

describe('The plan of an import', () => {
  const names = matchNames([named('Sam'), named('Old Tom'), named('Ann')], entries);
  const pick = (row: number, name: number, gid: string, value: 'home' | 'away') => {
    return { kind: 'pick', row, column: 1, name, weekId: '2026-week1', gid, value, points: null } as const;
  };
  const input: PlanInput = {
    names,
    targets: [{ entryId: 'e1' }, 'new', 'out'],
    picks: [
      pick(0, 0, 'g1', 'home'),
      pick(1, 0, 'g2', 'home'),
      pick(2, 0, 'g3', 'away'),
      pick(3, 0, 'g4', 'home'),
      pick(4, 0, 'g1', 'home'),
      pick(5, 0, 'g1', 'away'),
      pick(6, 1, 'g2', 'away'),
      pick(7, 2, 'g1', 'home'),
    ],
    stored: (entryId, { about }) => (entryId === 'e1' ? (({ g2: 'home', g3: 'home' } as const)[about] ?? null) : null),
    refusal: (_entryId, { gid }) => (gid === 'g4' ? 'open' : null),
    replaces: false,
    laterCounts: false,
  };

  it('sends what is new, and counts the rest by why it is not sent', () => {
    const plan = planImport(input);
    expect(plan.states).toEqual(['new', 'same', 'differs', 'open', 'repeated', 'conflict', 'new', 'out']);
    expect(plan.against).toEqual(new Map([[5, 'B1']]));
    expect(plan.counts).toEqual({
      new: 2,
      same: 1,
      differs: 1,
      leftOut: 0,
      open: 1,
      openWeek: 0,
      off: 0,
      own: 0,
      repeated: 1,
      conflict: 1,
      noOrder: 0,
      replaced: 0,
      out: 1,
    });
    expect(plan.sent).toEqual({
      entries: ['e1'],
      newPlayers: ['Old Tom'],
      gids: ['g1', 'g2'],
      picks: [
        [0, 0, 'home'],
        [1, 1, 'away'],
      ],
      guesses: [],
      orders: [],
      teams: [],
      buyBacks: [],
    });
  });

  it('sends the last pick of a game if later rows replace earlier ones', () => {
    const { states, counts, sent } = planImport({ ...input, laterCounts: true });
    expect(states).toEqual(['replaced', 'same', 'differs', 'open', 'replaced', 'new', 'new', 'out']);
    expect(counts.conflict).toBe(0);
    expect(sent).toMatchObject({
      gids: ['g1', 'g2'],
      picks: [
        [0, 0, 'away'],
        [1, 1, 'away'],
      ],
    });
  });

  it('sends picks that differ if they are replaced', () => {
    const { sent } = planImport({ ...input, replaces: true });
    expect(sent.gids).toEqual(['g1', 'g3', 'g2']);
    expect(sent.picks).toEqual([
      [0, 0, 'home'],
      [0, 1, 'away'],
      [1, 2, 'away'],
    ]);
  });

  it('leaves out games that are off, and what the importer may not enter for their own entry', () => {
    const refusal: PlanInput['refusal'] = (entryId, { gid }) =>
      gid === 'g1' ? 'off' : entryId === 'e1' ? 'own' : null;
    const { states, sent } = planImport({ ...input, refusal, replaces: true });
    expect(states).toEqual(['off', 'same', 'own', 'own', 'repeated', 'conflict', 'new', 'out']);
    expect(sent).toMatchObject({ entries: [], gids: ['g2'] });
  });

  it('leaves out games that are not in the pool, whatever is stored for them', () => {
    const { states, sent } = planImport({ ...input, refusal: () => 'leftOut', replaces: true });
    expect(new Set(states)).toEqual(new Set(['leftOut', 'repeated', 'conflict', 'out']));
    expect(sent.picks).toEqual([]);
  });

  it('sends one guess of a week, like picks: what is stored stays unless it is replaced', () => {
    const guess = (row: number, name: number, weekId: string, value: number) => {
      return { kind: 'guess', row, column: 2, name, weekId, gid: `${weekId}-last`, value } as const;
    };
    const picks = [
      guess(0, 0, 'w1', 44),
      guess(1, 0, 'w1', 44),
      guess(2, 0, 'w1', 45),
      guess(3, 0, 'w2', 31),
      guess(4, 0, 'w3', 0),
      guess(5, 1, 'w1', 38),
    ];
    const stored: PlanInput['stored'] = (_entryId, { kind, about }) =>
      kind === 'guess' ? ({ w2: 30, w3: 0 }[about] ?? null) : null;
    const plan = planImport({ ...input, picks, stored });
    expect(plan.states).toEqual(['new', 'repeated', 'conflict', 'differs', 'same', 'new']);
    expect(plan.sent).toMatchObject({
      gids: ['w1-last'],
      picks: [],
      guesses: [
        [0, 0, 44],
        [1, 0, 38],
      ],
    });
    expect(planImport({ ...input, picks, stored, replaces: true }).sent.guesses).toContainEqual([0, 1, 31]);
  });

  it('makes one player of names that look alike', () => {
    const twice = matchNames([named('Old Tom'), named('old', 'OLD TOM')], entries);
    const picks = [pick(0, 0, 'g1', 'home'), pick(1, 1, 'g2', 'home')];
    const { sent } = planImport({ ...input, names: twice, targets: ['new', 'new'], picks });
    expect(sent.newPlayers).toEqual(['Old Tom']);
  });
});

describe('Teams of a survivor pool', () => {
  const names = matchNames([named('Sam'), named('Old Tom')], entries);
  const team = (row: number, name: number, weekId: string, value: string) => {
    return { kind: 'team', row, column: 1, name, weekId, gid: `${weekId} ${value}`, value, side: 'home' } as const;
  };
  const input: PlanInput = {
    picks: [
      team(0, 0, '2026-week2', 'BUF'),
      team(1, 0, '2026-week1', 'KC'),
      team(2, 0, '2026-week1', 'LAR'),
      team(3, 1, '2026-week1', 'KC'),
    ],
    buyBacks: [
      { name: 1, day: { month: 9, day: 25 } },
      { name: 1, day: { month: 9, day: 25 } },
      { name: 1, day: null },
      { name: 1, day: null },
    ],
    names,
    targets: [{ entryId: 'e1' }, 'new'],
    stored: (_entryId, { about }) => (about === '2026-week2' ? 'NYJ' : null),
    refusal: () => null,
    replaces: false,
    laterCounts: false,
  };

  it('are one for each week, and go with the days of buy-backs', () => {
    const { states, against, sent } = planImport(input);
    expect(states).toEqual(['differs', 'new', 'conflict', 'new']);
    expect([...against]).toEqual([[2, 'B2']]);
    expect(sent).toMatchObject({
      entries: ['e1'],
      newPlayers: ['Old Tom'],
      gids: ['2026-week1 KC'],
      teams: [
        [0, 0, 'home', 0],
        [1, 0, 'home', 0],
      ],
      buyBacks: [
        [1, [9, 25]],
        [1, null],
        [1, null],
      ],
    });
  });

  it('are two for a week with two, and are sent in the order of weeks', () => {
    const teamSlots: PlanInput['teamSlots'] = (weekId) => [weekId, `${weekId}:2`];
    const { states, sent } = planImport({ ...input, teamSlots, replaces: true });
    expect(states).toEqual(['differs', 'new', 'new', 'new']);
    expect(sent.teams.map(([entry, game, , slot]) => [entry, sent.gids[game], slot])).toEqual([
      [0, '2026-week1 KC', 0],
      [0, '2026-week1 LAR', 1],
      [1, '2026-week1 KC', 0],
      [0, '2026-week2 BUF', 0],
    ]);
  });
});

describe('A week of a confidence pool', () => {
  const names = matchNames([named('Sam'), named('Old Tom')], entries);
  const games = ['g1', 'g2', 'g3'].map((gid) => ({ gid, void: null, home: `${gid} home`, away: `${gid} away` }));
  const week = { games, scale: { scale: 'ranks', values: null } } as const;
  const pick = (row: number, name: number, gid: string, points: number | null) => {
    return { kind: 'pick', row, column: 1, name, weekId: '2026-week1', gid, value: 'home', points } as const;
  };
  const tom = [pick(4, 1, 'g1', 1), pick(5, 1, 'g2', 2)];
  const planOf = (sam: readonly ReturnType<typeof pick>[], more: Partial<PlanInput> = {}) =>
    planImport({
      names,
      targets: [{ entryId: 'e1' }, 'new'],
      picks: [...sam, ...tom],
      stored: () => null,
      refusal: () => null,
      weeks: new Map([['2026-week1', week]]),
      replaces: false,
      laterCounts: false,
      ...more,
    });

  it('is sent with the order that its values make; games without a pick take the other values', () => {
    const { states, sent } = planOf([pick(0, 0, 'g1', 3), pick(1, 0, 'g2', 1)]);
    expect(states).toEqual(['new', 'new', 'new', 'new']);
    const orders = sent.orders.map(([entry, order]) => [entry, order.map((game) => sent.gids[game])]);
    expect(orders).toEqual([
      [0, ['g2', 'g3', 'g1']],
      [1, ['g1', 'g2', 'g3']],
    ]);
  });

  it.each([
    ['a value is missing', [3, null], 'g2 home has no value'],
    ['a value is there twice', [3, 3], 'B1 has the value 3, too'],
    ['a value is none of the week', [3, 4], '4 is no value of this week, which has 1 to 3'],
  ])('is left out for a player if %s, and for no other', (_what, [first = null, second = null], why) => {
    const { states, flaws, sent } = planOf([pick(0, 0, 'g1', first), pick(1, 0, 'g2', second)]);
    expect(states).toEqual(['noOrder', 'noOrder', 'new', 'new']);
    expect([...flaws]).toEqual([[1, `${why}, so Week 1 of this player is left out.`]]);
    expect(sent).toMatchObject({ entries: [], newPlayers: ['Old Tom'], orders: [[0, [0, 1, 2]]] });
  });

  it('differs, too, if the pool has a pick of a game that the sheet lacks: its value would change', () => {
    const stored: PlanInput['stored'] = (_entryId, { about }) => (about === 'g3' ? 'away' : null);
    const { states, sent } = planOf([pick(0, 0, 'g1', 3), pick(1, 0, 'g2', 1)], { stored });
    expect([states.slice(0, 2), sent.entries]).toEqual([['differs', 'differs'], []]);
  });

  it('differs as a whole from what the pool has, and is sent only if that is replaced', () => {
    const sam = [pick(0, 0, 'g1', 3), pick(1, 0, 'g2', 1)];
    const stored: PlanInput['stored'] = (_entryId, { about }) => (about === 'g1' ? 'home' : null);
    const storedValue = (_entryId: string, gid: string) => (gid === 'g1' ? 3 : undefined);
    const plan = planOf(sam, { stored, storedValue });
    expect(plan.states).toEqual(['same', 'differs', 'new', 'new']);
    expect(plan.sent.entries).toEqual([]);
    expect(planOf(sam, { stored, storedValue, replaces: true }).sent).toMatchObject({ entries: ['e1'] });
    const otherValue = planOf(sam, { stored, storedValue: () => 1 });
    expect(otherValue.states).toEqual(['differs', 'differs', 'new', 'new']);
  });
});
