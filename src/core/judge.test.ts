import { describe, expect, it } from 'vitest';
import { aGame, MINUTE } from '#tests/core-samples.ts';
import { busOrderRefusal, busPickRefusal, busTeamRefusal } from './judge.ts';

const home = { side: 'home', bus: false } as const;

const game = (gid: string, lockAt: number, off = false) => ({ gid, lockAt, void: off ? ('cancelled' as const) : null });
const games = [game('early', 10), game('late', 20), game('off', 30, true)];
const [mine, theirs] = [{ bus: false }, { bus: true }];

describe('An order entered for a player', () => {
  it.each([
    ['before the week, where nothing is there', undefined, 'sam', 5, null],
    ['before the week, over one that was entered', theirs, 'sam', 5, null],
    ["before the week, over the player's own", mine, 'sam', 5, 'players_own_pick'],
    ["while a game is open, over the player's own", mine, 'sam', 15, 'players_own_pick'],
    ['while a game is open, where nothing is there', undefined, 'sam', 15, null],
    ["once all that count have locked, over the player's own", mine, 'sam', 20, null],
    ['of their own before the week', undefined, 'admin', 5, null],
    ['of their own after the first lock', undefined, 'admin', 10, 'own_bus_pick'],
    ['of their own after the last lock', mine, 'admin', 20, 'own_bus_pick'],
  ] as const)('%s', (_, existing, playerId, now, refusal) => {
    expect(busOrderRefusal({ adminId: 'admin', playerId, existing }, games, now)).toBe(refusal);
  });
});

describe('A team entered for a player', () => {
  const at = (gid: string, bus: boolean) => ({ gid, bus });
  it.each([
    ['where nothing is there', undefined, 'sam', 'late', 5, null],
    ["over the player's own of an open game", at('late', false), 'sam', 'early', 15, 'players_own_pick'],
    ['over one that was entered', at('late', true), 'sam', 'early', 15, null],
    ["over the player's own of a locked game", at('early', false), 'sam', 'late', 15, null],
    ['taken back from the player while open', at('late', false), 'sam', null, 15, 'players_own_pick'],
    ['of their own, of an open game', undefined, 'admin', 'late', 15, null],
    ['of their own, of a locked game', undefined, 'admin', 'early', 15, 'own_bus_pick'],
    ['of their own, instead of one that has locked', at('early', false), 'admin', 'late', 15, 'own_bus_pick'],
  ] as const)('%s', (_, existing, playerId, wanted, now, refusal) => {
    expect(busTeamRefusal({ adminId: 'admin', playerId, existing }, wanted, games, now)).toBe(refusal);
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
  ] as const)('%s', (_name, playerId, existing, now, refusal) => {
    expect(busPickRefusal({ adminId: 'admin', playerId, existing }, game, now)).toBe(refusal);
  });
});
