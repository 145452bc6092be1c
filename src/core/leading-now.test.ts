import { describe, expect, it } from 'vitest';
import { withAutoPicks } from '#core/auto-picks.ts';
import { gameNow, leadingNowText, provisionalWeek, sideOf } from '#core/leading-now.ts';
import { isBestLetter } from '#core/pick-letters.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { provisionalScore, weeklyScore } from '#core/scoring.ts';
import type { CountedPicks, Game, Picks } from '#core/types.ts';
import { aFinal, straightUp, withSpread } from '#tests/core-samples.ts';

function game(gid: string, fields: Partial<Game> = {}): Game {
  return aFinal(20, 24, { gid, ...fields });
}

describe('leadingNowText', () => {
  const running = game('running', { status: 'In Progress' });
  const still = [game('over'), running, game('coming', { status: 'Not Started' })];
  const games = still.map((each, place) => gameNow(each, place, straightUp));
  const row = (name: string, picks: string, weekHalves = 0) => ({ name, picks, weekHalves });

  it.each([
    ['the best if the running games ended now', [row('Ann', 'ha?', 2), row('Bob', 'hh?', 2)], 'Bob, 2'],
    ['two who are level', [row('Ann', 'ha?', 2), row('Bob', 'ah-')], 'Ann and Bob, 1'],
    [
      'of many the first two',
      ['Ann', 'Bob', 'Cid', 'Dee'].map((name) => row(name, 'hh?', 2)),
      'Ann, Bob and 2 others, 2',
    ],
    ['nobody whose score is from before they joined', [row('Late', '---', 8), row('Bob', 'ah-')], 'Bob, 1'],
  ])('names %s', (_, rows, text) => {
    expect(leadingNowText(rows, games)).toBe(`Leading now: ${text}`);
  });

  it('is empty while no game runs, and while nobody would have scored', () => {
    const over = games.filter(({ leading }) => leading === null);
    expect(leadingNowText([row('Ann', 'ha?', 2)], over)).toBe('');
    expect(leadingNowText([row('Ann', 'aa?')], games)).toBe('');
  });
});

describe('provisionalWeek', () => {
  const games = [
    game('over'),
    game('home', { status: 'In Progress' }),
    game('away', { status: 'In Progress', homeScore: 0 }),
    game('level', { status: 'In Progress', homeScore: 20 }),
    game('line', { status: 'In Progress', spread: 6.5 }),
    game('coming', { status: 'Not Started' }),
    game('off', { status: 'In Progress', void: 'cancelled' }),
  ];
  const gids = games.map(({ gid }) => gid);
  const sides = { h: 'home', a: 'away', H: 'home', A: 'away' } as const;

  it.each([
    straightUp,
    withSpread,
    rulesWith({ tie: 'half' }),
    rulesWith({ useSpread: true, push: 'half', tie: 'both', bestBets: 3 }),
  ])('matches the core for any picks (%j)', (rules) => {
    const columns = games.map((each, place) => gameNow(each, place, rules));
    for (const picks of ['hhhhhhh', 'aaaaaaa', 'hahaha-', '-------', 'ahah?ah', 'hHAHaHh']) {
      const known = gids.flatMap((gid, place) => {
        const letter = picks[place] as keyof typeof sides;
        return sides[letter] ? [[gid, { side: sides[letter], bus: false, best: isBestLetter(letter) }]] : [];
      });
      const own: Picks = Object.fromEntries(known);
      const weekHalves = weeklyScore(games, own, rules);
      expect(provisionalWeek({ weekHalves, picks }, columns)).toBe(provisionalScore(games, own, rules));
    }
  });

  it.each(['home', 'away', 'favourite'] as const)("counts the pool's auto picks for missed games (%s)", (missed) => {
    const rules = rulesWith({ useSpread: true, missed });
    const columns = games.map((each, place) => gameNow(each, place, rules));
    const counted = withAutoPicks(games.slice(0, 5), { over: { side: 'away', bus: false } }, rules, {
      joinedAt: -1,
      autoUntil: null,
    });
    const weekHalves = weeklyScore(games, counted, rules);
    expect(provisionalWeek({ weekHalves, picks: 'axxxx--' }, columns)).toBe(provisionalScore(games, counted, rules));
    expect(sideOf('auto', { auto: missed === 'away' ? 'away' : 'home' })).toBe(columns[0]?.auto);
  });

  it('counts values in a pool with confidence', () => {
    const rules = rulesWith({ format: 'confidence', tie: 'half' });
    const columns = games.map((each, place) => gameNow(each, place, rules));
    const values = [5, 4, 3, 2, 1, null, 6];
    const sided = [...'hhahh--'].flatMap((letter, at) =>
      letter === '-' ? [] : [[gids[at], { side: letter === 'h' ? 'home' : 'away', bus: false, value: values[at] }]],
    );
    const own: CountedPicks = Object.fromEntries(sided);
    const weekHalves = weeklyScore(games, own, rules);
    expect(provisionalWeek({ weekHalves, picks: 'hhahh--', values }, columns)).toBe(
      provisionalScore(games, own, rules),
    );
    expect(provisionalWeek({ weekHalves: 0, picks: '-h-----', values: [5, 4] }, columns)).toBe(8);
    expect(provisionalWeek({ weekHalves: 0, picks: '-h-----', values: [5, null] }, columns)).toBe(0);
  });

  it('is none while no game runs', () => {
    const still = games.filter(({ status }) => status !== 'In Progress');
    const columns = still.map((each, place) => gameNow(each, place, straightUp));
    expect(provisionalWeek({ weekHalves: 2, picks: 'hh' }, columns)).toBeNull();
  });
});
