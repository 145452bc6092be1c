import { describe, expect, it } from 'vitest';
import { aGame, MINUTE } from '#tests/core-samples.ts';
import { NO_BUY_BACKS } from './formats/survivor/buy-backs.ts';
import type { TeamChoice } from './formats/survivor/survivor.ts';
import type { Actor, Circumstances, Stored } from './judge.ts';
import {
  busOrderRefusal,
  busPickRefusal,
  busTeamRefusal,
  entryRefusal,
  judgeGuess,
  judgeOrder,
  judgePick,
  judgeTeam,
} from './judge.ts';
import { defaultRules, rulesWith } from './rules/pool-rules.ts';

const home = { side: 'home', bus: false } as const;

const game = (gid: string, lockAt: number, off = false) => ({ gid, lockAt, void: off ? ('cancelled' as const) : null });
const games = [game('early', 10), game('late', 20), game('off', 30, true)];
const [mine, theirs] = [{ bus: false }, { bus: true }];

describe('An order entered for a player', () => {
  it.each([
    ['before the week, if nothing is stored', undefined, 'sam', 5, null],
    ['before the week, replacing one that was entered', theirs, 'sam', 5, null],
    ["before the week, over the player's own", mine, 'sam', 5, 'players_own_pick'],
    ["while a game is open, over the player's own", mine, 'sam', 15, 'players_own_pick'],
    ['while a game is open, if nothing is stored', undefined, 'sam', 15, null],
    ["once all that count have locked, over the player's own", mine, 'sam', 20, null],
    ['of their own before the week', undefined, 'admin', 5, null],
    ['of their own after the first lock', undefined, 'admin', 10, 'own_bus_pick'],
    ['of their own after the last lock', mine, 'admin', 20, 'own_bus_pick'],
  ] as const)('%s', (_, existing, ownerId, now, refusal) => {
    expect(busOrderRefusal({ adminId: 'admin', ownerId, existing }, games, now)).toBe(refusal);
  });
});

describe('A team entered for a player', () => {
  const at = (gid: string, bus: boolean) => ({ gid, bus });
  it.each([
    ['if nothing is stored', undefined, 'sam', 'late', 5, null],
    ["over the player's own of an open game", at('late', false), 'sam', 'early', 15, 'players_own_pick'],
    ['replacing one that was entered', at('late', true), 'sam', 'early', 15, null],
    ["over the player's own of a locked game", at('early', false), 'sam', 'late', 15, null],
    ['taken back from the player while open', at('late', false), 'sam', null, 15, 'players_own_pick'],
    ['of their own, of an open game', undefined, 'admin', 'late', 15, null],
    ['of their own, of a locked game', undefined, 'admin', 'early', 15, 'own_bus_pick'],
    ['of their own, instead of one that has locked', at('early', false), 'admin', 'late', 15, 'own_bus_pick'],
  ] as const)('%s', (_, existing, ownerId, wanted, now, refusal) => {
    expect(busTeamRefusal({ adminId: 'admin', ownerId, existing }, wanted, games, now)).toBe(refusal);
  });
});

describe('A bus pick', () => {
  const game = aGame();
  const before = game.lockAt - MINUTE;
  const after = game.lockAt + MINUTE;
  const bus = { side: 'home', bus: true } as const;

  it.each([
    ['fills a missing pick before the lock', 'player', undefined, before, null],
    ['does not replace a player’s own pick before the lock', 'player', home, before, 'players_own_pick'],
    ['replaces an earlier bus pick before the lock', 'player', bus, before, null],
    ['fills a missing pick after the lock', 'player', undefined, after, null],
    ['replaces a pick after the lock', 'player', home, after, null],
    ['fills the admin’s own missing pick before the lock', 'admin', undefined, before, null],
    ['does not fill the admin’s own missing pick after the lock', 'admin', undefined, after, 'own_bus_pick'],
    ['does not replace the admin’s own pick after the lock', 'admin', home, after, 'own_bus_pick'],
    ['does not replace the admin’s own bus pick after the lock', 'admin', bus, after, 'own_bus_pick'],
    ['is late at the very lock', 'admin', undefined, game.lockAt, 'own_bus_pick'],
  ] as const)('%s', (_name, ownerId, existing, now, refusal) => {
    expect(busPickRefusal({ adminId: 'admin', ownerId, existing }, game, now)).toBe(refusal);
  });
});

describe('Something is entered for', () => {
  const known = { ownerId: 'sam', isOut: false, isEnabled: true, isMember: true, hasPool: true };
  const self = { by: 'self', userId: 'sam' } as const;
  const commissioner = { by: 'commissioner', userId: 'admin', reason: 'ill' } as const;

  it.each([
    ['a member by themselves', known, self, null],
    ['nobody else by a member', { ...known, ownerId: 'pat' }, self, 'other_player'],
    ['no entry that there never was', undefined, self, 'entry_not_found'],
    ['no entry that left the standings', { ...known, isOut: true }, self, 'entry_not_found'],
    ['no former member by themselves', { ...known, isMember: false }, self, 'not_a_member'],
    ['nobody with a disabled account by themselves', { ...known, isEnabled: false }, self, 'account_disabled'],
    ['nobody in a deleted pool by themselves', { ...known, hasPool: false }, self, 'pool_not_found'],
    ['a member by a commissioner', known, commissioner, null],
    ['no former member by a commissioner', { ...known, isMember: false }, commissioner, 'entry_not_found'],
    [
      'nobody with a disabled account by a commissioner',
      { ...known, isEnabled: false },
      commissioner,
      'entry_not_found',
    ],
    ['no entry that left the standings by a commissioner', { ...known, isOut: true }, commissioner, 'entry_not_found'],
    ['a former member by a file', { ...known, isMember: false }, { by: 'import' }, null],
    ['no entry that there never was by a file', undefined, { by: 'import' }, 'entry_not_found'],
  ] as const)('%s', (_, entry, actor, refusal) => {
    expect(entryRefusal(entry, actor)).toBe(refusal);
  });
});

describe('A pick of the home side, after the lock,', () => {
  const stored = (
    side: 'home' | 'away' | null,
    enteredBy: string | null,
    revision = 2,
  ): Stored<{ side: 'home' | 'away' }> => {
    return { value: side && { side }, revision, enteredBy, reason: null, madeAt: 0 };
  };
  const file = { by: 'import' } as const;
  const link = { by: 'link', enteredBy: null, reason: null } as const;

  it.each([
    ['from a file is stored if nothing is', file, true, undefined, true],
    ['from a file keeps what a player with an account entered', file, true, stored('away', null), false],
    ['from a file keeps what they took back', file, true, stored(null, null), false],
    ['from a file keeps what a commissioner entered', file, false, stored('away', 'admin'), false],
    ['from a file replaces a pick from another file', file, false, stored('away', null), true],
    ['from a link is stored if nothing is', link, true, undefined, true],
    ['from a link keeps what is stored', link, true, stored('away', null), false],
    ['from a link keeps what was taken back', link, true, stored(null, null), false],
    ['from a link is stored if its game only got another team', link, true, stored(null, null, 1), true],
  ] as const)('%s', (_, actor, hasAccount, there, isStored) => {
    const game = aGame();
    const verdict = judgePick(
      { kind: 'pick', about: game.gid, value: { side: 'home' } },
      {
        actor,
        ownerId: 'sam',
        hasAccount,
        rules: defaultRules,
        now: game.lockAt,
        basedOn: null,
        game: { ...game, isInPool: true },
        stored: there,
        others: { picks: 0, bestBets: 0 },
      },
    );
    if (isStored) expect(verdict).toMatchObject({ value: { side: 'home' } });
    else expect(verdict).toEqual({ stays: true, value: there?.value });
  });
});

describe('A pick of a game that the pool leaves out', () => {
  const self = { by: 'self', userId: 'sam' } as const;
  it.each([
    ['is refused', self, { refusal: 'game_left_out' }],
    [
      'is refused if a commissioner enters it',
      { by: 'commissioner', userId: 'admin', reason: 'ill' },
      { refusal: 'game_left_out' },
    ],
    ['is kept from a file, and takes no place', { by: 'import' }, { value: { side: 'home' } }],
  ] as const)('%s', (_, actor, verdict) => {
    const game = aGame();
    const circumstances = {
      actor,
      ownerId: 'sam',
      hasAccount: false,
      rules: rulesWith({ games: 1 }),
      now: game.lockAt - 1,
      basedOn: null,
    };
    expect(
      judgePick(
        { kind: 'pick', about: game.gid, value: { side: 'home' } },
        {
          ...circumstances,
          game: { ...game, isInPool: true, isLeftOut: true },
          stored: undefined,
          others: { picks: 1, bestBets: 0 },
        },
      ),
    ).toMatchObject(verdict);
  });
});

describe('An order that names a game that the pool leaves out', () => {
  const [first, second] = [aGame({ gid: 'first' }), aGame({ gid: 'second' })];
  const week = [first, second];
  it.each([
    ['keeps its place', { by: 'self', userId: 'sam' }, null],
    ['keeps its place if a commissioner enters it', { by: 'commissioner', userId: 'admin', reason: 'ill' }, 'admin'],
  ] as const)('%s', (_, actor, enteredBy) => {
    const verdict = judgeOrder(
      { kind: 'order', about: first.weekId, value: { order: ['out', 'second', 'first'] } },
      {
        actor,
        ownerId: 'sam',
        hasAccount: true,
        rules: rulesWith({ format: 'confidence' }),
        now: first.lockAt - 1,
        basedOn: null,
        games: week,
        leftOut: ['out'],
        wholeWeek: week,
        stored: { value: { order: ['first', 'out', 'second'] }, revision: 1, enteredBy, reason: null, madeAt: 0 },
      },
    );
    expect(verdict).toMatchObject({ value: { order: ['second', 'out', 'first'] } });
  });
});

describe('An order of a week that has locked', () => {
  it.each([
    ['is not stored', undefined],
    [
      'stays as it was entered',
      { value: { order: ['late', 'early'] }, revision: 1, enteredBy: 'admin', reason: 'ill', madeAt: 0 },
    ],
  ] as const)('%s', (_, stored) => {
    const week = ['early', 'late'].map((gid) => aGame({ gid }));
    const verdict = judgeOrder(
      { kind: 'order', about: week[0]?.weekId ?? '', value: { order: ['early', 'late'] } },
      {
        actor: { by: 'self', userId: 'sam' },
        ownerId: 'sam',
        hasAccount: true,
        rules: rulesWith({ format: 'confidence' }),
        now: aGame().lockAt,
        basedOn: null,
        games: week,
        leftOut: [],
        wholeWeek: week,
        stored,
      },
    );
    expect(verdict).toMatchObject({ stays: true, value: stored?.value ?? { order: ['early', 'late'] } });
  });
});

describe('In a week of which only a game that was called off is open', () => {
  const early = aGame({ gid: 'early' });
  const off = aGame({ gid: 'off', lockAt: early.lockAt + MINUTE, void: 'cancelled' });
  const games = [early, off];
  const circumstances = {
    actor: { by: 'self', userId: 'sam' },
    ownerId: 'sam',
    hasAccount: true,
    now: early.lockAt,
    basedOn: null,
    wholeWeek: games,
  } as const;

  it('no order is stored, because everybody would see it', () => {
    const value = { order: ['early', 'off'] };
    const verdict = judgeOrder(
      { kind: 'order', about: early.weekId, value },
      { ...circumstances, rules: rulesWith({ format: 'confidence' }), games, leftOut: [], stored: undefined },
    );
    expect(verdict).toEqual({ stays: true, value });
  });

  function takeBack(value: TeamChoice) {
    const wish = { kind: 'team', about: early.weekId, value: null } as const;
    return judgeTeam(wish, {
      ...circumstances,
      ...ofSurvivor,
      weekId: early.weekId,
      weeks: [{ id: early.weekId, games }],
      stored: { value, revision: 1, enteredBy: null, reason: null, madeAt: 0 },
      choices: { [early.weekId]: value },
    });
  }

  it('a team is not taken back, because everybody would see that', () => {
    const value = { gid: 'off', team: off.home };
    expect(takeBack(value)).toEqual({ stays: true, value });
  });

  it('a team whose game has locked is refused as before', () => {
    expect(takeBack({ gid: 'early', team: early.home })).toEqual({ refusal: 'game_locked' });
  });
});

/** The circumstances of an entry of a survivor pool of which nothing else is known. */
const ofSurvivor = {
  rules: rulesWith({ format: 'survivor' }),
  hasSecondChance: false,
  hasDefault: false,
  entered: new Set<never>(),
  buyBacks: NO_BUY_BACKS,
  spared: new Set<never>(),
} as const;

describe('What a file brings of', () => {
  const early = aGame({ gid: 'early' });
  const late = aGame({ gid: 'late', lockAt: early.lockAt + MINUTE });
  const week = { id: early.weekId, games: [early, late] };
  const [open, between, over] = [early.lockAt - 1, early.lockAt, late.lockAt];

  const judged = {
    pick: (circumstances: Circumstances) =>
      judgePick(
        { kind: 'pick', about: 'early', value: { side: 'home' } },
        {
          ...circumstances,
          game: { ...early, isInPool: true },
          stored: undefined,
          others: { picks: 0, bestBets: 0 },
        },
      ),
    guess: (circumstances: Circumstances) =>
      judgeGuess(
        { kind: 'guess', about: week.id, value: { gid: 'early', total: 40 } },
        { ...circumstances, isInPool: true, game: early, stored: undefined },
      ),
    order: (circumstances: Circumstances) =>
      judgeOrder(
        { kind: 'order', about: week.id, value: { order: ['late', 'early'] } },
        {
          ...circumstances,
          rules: rulesWith({ format: 'confidence' }),
          games: week.games,
          leftOut: [],
          wholeWeek: week.games,
          stored: undefined,
        },
      ),
    team: (circumstances: Circumstances) =>
      judgeTeam(
        { kind: 'team', about: week.id, value: { gid: 'early', team: early.home } },
        {
          ...circumstances,
          ...ofSurvivor,
          weekId: week.id,
          weeks: [week],
          wholeWeek: week.games,
          stored: undefined,
          choices: {},
        },
      ),
  };

  it.each([
    ['an open game is left for an entry with an account', 'pick', true, open, false],
    ['an open game is stored for one without', 'pick', false, open, true],
    ['a locked game is stored for an entry with an account', 'pick', true, between, true],
    ['an open tiebreak game is left for an entry with an account', 'guess', true, open, false],
    ['an open tiebreak game is stored for one without', 'guess', false, open, true],
    ['a locked tiebreak game is stored for an entry with an account', 'guess', true, between, true],
    ['an order of a half open week is left for an entry with an account', 'order', true, between, false],
    ['an order of a half open week is stored for one without', 'order', false, between, true],
    ['an order of a locked week is stored for an entry with an account', 'order', true, over, true],
    ['a team of an open game is left for an entry with an account', 'team', true, open, false],
    ['a team of an open game is stored for one without', 'team', false, open, true],
    ['a team of a locked game is stored for an entry with an account', 'team', true, between, true],
  ] as const)('%s', (_, kind, hasAccount, now, isStored) => {
    const actor: Actor = { by: 'import' };
    const verdict = judged[kind]({ actor, ownerId: 'sam', hasAccount, rules: defaultRules, now, basedOn: null });
    if (isStored) expect(verdict).toHaveProperty('closesAt');
    else expect(verdict).toEqual({ stays: true, value: null });
  });
});
