import { expect, it } from 'vitest';
import { rulesWith } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { aGame } from '#tests/core-samples.ts';
import type { VisibleWeek } from './visible-week.ts';
import { dayWeekOf, viewerPicks } from './visible-week.ts';
import { prepareWeek } from './week.ts';

const [home, away] = [
  { side: 'home', bus: false },
  { side: 'away', bus: false },
] as const;

/** Two entries of the viewer and one of Ann's: the first game is locked, the second one sealed. */
const week: VisibleWeek = {
  rules: rulesWith({ format: 'confidence', missed: 'home' }),
  games: [],
  gids: ['locked', 'sealed'],
  rows: [
    { id: 'me', name: 'Me', picks: 'h?', values: [1, null] },
    { id: 'me2', name: 'Me 2', picks: 'a?', values: [2, null] },
    { id: 'ann', name: 'Ann', picks: 'h?', values: [2, null] },
  ],
  viewerId: 'me',
  own: {
    me: { picks: { locked: home, sealed: home }, values: { locked: 1, sealed: 2 }, guess: 41 },
    me2: { picks: { sealed: away }, values: { locked: 2, sealed: 1 }, guess: null },
  },
  tiebreakGid: null,
  fixed: {},
  now: 0,
};

it('Everything is known of the own entries, and only what the Matchup shows of others', () => {
  const { players, viewerId } = dayWeekOf(week);
  expect(viewerId).toBe('me');
  expect(players).toEqual([
    { id: 'me', picks: { locked: home, sealed: home }, sealed: [], values: { locked: 1, sealed: 2 }, guess: 41 },
    { id: 'me2', picks: { locked: away, sealed: away }, sealed: [], values: { locked: 2, sealed: 1 } },
    { id: 'ann', picks: { locked: home }, sealed: ['sealed'], values: { locked: 2 } },
  ]);
});

it('An entry whose week is blank plays as long as a game can be picked', () => {
  const rows = [
    { id: 'me', name: 'Me', picks: '-', isBlank: true },
    { id: 'ann', name: 'Ann', picks: 'h' },
  ];
  const [open, locked] = [aGame({ lockAt: 1 }), aGame({ lockAt: 0 })];
  const of = (game: Game) => dayWeekOf({ ...week, rows, own: {}, games: [game], gids: [game.gid] });
  expect(of(open)).toMatchObject({ players: [{ id: 'me' }, { id: 'ann' }], viewerId: 'me' });
  expect(of(locked)).toMatchObject({ players: [{ id: 'ann' }], viewerId: null });
});

it('An own entry without a pick of an open game that has no line gets its auto pick, unless its limit was reached', () => {
  const rows = [
    { id: 'me', name: 'Me', picks: '-' },
    { id: 'me2', name: 'Me 2', picks: '-' },
  ];
  const rules = rulesWith({ missed: 'home', missedLimit: 1 });
  const game = aGame({ lockAt: 1, spread: null });
  const nothing = { picks: {}, values: null, guess: null };
  const own = { me: nothing, me2: { ...nothing, isPastLimit: true } };
  const { players } = prepareWeek(dayWeekOf({ ...week, rules, rows, own, games: [game], gids: [game.gid] }));
  expect(players.map(({ likely }) => likely.gains)).toEqual([[[0, 2]], [[0, 0]]]);
});

it('The picks of the viewer are those of the chosen entry, and none of a viewer who does not play', () => {
  expect(viewerPicks({ ...week, viewerId: 'me2' })).toEqual({ sealed: away });
  expect(viewerPicks({ ...week, viewerId: '' })).toEqual({});
  expect(dayWeekOf({ ...week, own: {}, viewerId: '' }).viewerId).toBeNull();
});
