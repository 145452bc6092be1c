import { describe, expect, it } from 'vitest';
import { contradictsMoneylines, homeEdge, median, toHalfPoints } from './source-lines.ts';

describe('Moneylines', () => {
  it.each([
    [-150, 130, 0.165],
    [150, -180, -0.243],
    [-110, -110, 0],
    [100, -120, -0.045],
    [-100, 100, 0],
  ])('of %i at home and %i away favor the home side by %d', (home, away, edge) => {
    expect(homeEdge(home, away)).toBeCloseTo(edge, 3);
  });

  it.each([
    [0, 130],
    [-150, 99],
    [Number.NaN, 130],
    [-150, Number.POSITIVE_INFINITY],
  ])('of %d and %d are none', (home, away) => {
    expect(homeEdge(home, away)).toBeNull();
  });
});

describe('A line and moneylines', () => {
  it.each([
    { spread: 3.5, edge: 0.2, rule: 'agree on the home side', contradicts: false },
    { spread: -3.5, edge: -0.2, rule: 'agree on the away side', contradicts: false },
    { spread: 3.5, edge: -0.2, rule: 'favor different sides', contradicts: true },
    { spread: -3.5, edge: 0.2, rule: 'favor different sides', contradicts: true },
    { spread: 1, edge: -0.05, rule: 'may differ where both are even', contradicts: false },
    { spread: -1, edge: 0.02, rule: 'may differ where both are even', contradicts: false },
    { spread: 1.5, edge: -0.02, rule: 'may not differ where the line is not even', contradicts: true },
    { spread: 0.5, edge: -0.06, rule: 'may not differ where the moneylines are not even', contradicts: true },
    { spread: 0, edge: -0.3, rule: 'do not differ if the line is even', contradicts: false },
    { spread: 7, edge: null, rule: 'do not differ without moneylines', contradicts: false },
  ])('$rule: $spread and $edge', ({ spread, edge, contradicts }) => {
    expect(contradictsMoneylines(spread, edge)).toBe(contradicts);
  });
});

describe('The line of several bookmakers', () => {
  it.each([
    [[], null],
    [[3], 3],
    [[7, 3, 3.5], 3.5],
    [[3, 3.5], 3.25],
    [[-3, 14, -3.5, -3], -3],
  ])('is the middle of %j: %j', (lines, middle) => {
    expect(median(lines)).toBe(middle);
  });

  it.each([
    [3.25, 3.5],
    [-3.25, -3.5],
    [3.2, 3],
    [-6.75, -7],
    [-0.2, 0],
    [0, 0],
  ])('%d is %d in half points', (line, rounded) => {
    expect(toHalfPoints(line)).toBe(rounded);
  });
});
