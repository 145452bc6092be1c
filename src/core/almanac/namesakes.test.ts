import { describe, expect, it } from 'vitest';
import { namesakesAmong } from './namesakes.ts';

const people = ['Ann Miller', 'ann  miller', 'Anne Miller', 'Bob Roy', 'Player 1'].map((name) => ({ id: name, name }));

describe('A typed name', () => {
  it.each<[string, string[], string[]]>([
    ['ANN MILLER', ['Ann Miller', 'ann  miller'], ['Anne Miller']],
    ['Miller, Ann', [], ['Ann Miller', 'ann  miller']],
    ['Bob Roi', [], ['Bob Roy']],
    ['Player 2', [], []],
    ['Cleo', [], []],
  ])('may be people of the same or a similar name: %j', (name, same, near) => {
    const find = namesakesAmong(people);
    const found = find(name);
    expect(found.same.map(({ id }) => id)).toEqual(same);
    expect(found.near.map(({ id }) => id)).toEqual(near);
    expect(find(name)).toBe(found);
  });
});
