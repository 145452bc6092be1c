import { expect, it } from 'vitest';
import { whoPicked } from '#core/who-picked.ts';

it('sorts players by the side that they picked; an auto pick is no pick, and sealed picks are left out', () => {
  const letters = ['h', 'a', 'H', 'x', '-', '?', ''];
  const rows = letters.map((letter) => ({ picks: `-${letter}` }));
  const picksOf = (group: readonly { readonly picks: string }[]) => group.map(({ picks }) => picks);
  const { home, away, none } = whoPicked(rows, 1);
  expect(picksOf(home)).toEqual(['-h', '-H']);
  expect(picksOf(away)).toEqual(['-a']);
  expect(picksOf(none).sort()).toEqual(['-', '--', '-x']);
});
