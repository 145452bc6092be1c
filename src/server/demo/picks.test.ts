import { describe, expect, it } from 'vitest';
import { PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import { favoredSide } from '#core/spread.ts';
import type { Person } from './league.ts';
import { bots, hasLocked, namedPeople, weekPicks } from './league.ts';
import { demoSeason, weekStart } from './season.ts';

const week = { season: 2026, number: 7 };
const games = demoSeason(2026).filter((game) => game.weekId === '2026-week7');
const from = weekStart(week);
const afterward = Math.max(...games.map((game) => game.kickoff)) + 24 * 60 * 60_000;

const plain: Person = { key: 'plain', name: 'Plain', chalk: 0, forgets: 0, playsSpread: true };

function picksOf(person: Person, now = afterward, of = games) {
  const picks = weekPicks({ person, entryId: 'e', number: 1, poolId: 'p', kind: 'straight' }, of, from, now);
  return picks.flatMap(({ wish, madeAt }) =>
    wish.kind === 'pick' && wish.value ? [{ gid: wish.about, side: wish.value.side, madeAt }] : [],
  );
}

/** The share of favorites among the picks of many games. */
function favorites(chalk: number): number {
  const season = demoSeason(2026).filter((game) => Math.abs(game.spread.close) >= 3);
  const side = new Map(season.map((game) => [game.gid, favoredSide(game.spread.close)]));
  const picks = picksOf({ ...plain, chalk }, afterward, season);
  return picks.filter((pick) => pick.side === side.get(pick.gid)).length / picks.length;
}

describe('a player of the demo', () => {
  it('picks the same each time', () => {
    for (const bot of bots) expect(picksOf(bot)).toEqual(picksOf(bot));
    expect(picksOf(plain)).not.toEqual(picksOf({ ...plain, key: 'other' }));
  });

  it('picks after the week began, before the kick-off, and never in the future', () => {
    const early = from + 60 * 60_000;
    for (const now of [early, afterward]) {
      const picks = picksOf(plain, now);
      expect(picks.length, `picks until ${now - from} ms`).toBeGreaterThan(0);
      for (const { gid, madeAt } of picks) {
        const kickoff = games.find((game) => game.gid === gid)?.kickoff ?? 0;
        expect(madeAt).toBeGreaterThanOrEqual(from);
        expect(madeAt).toBeLessThan(kickoff);
        expect(madeAt).toBeLessThanOrEqual(now);
      }
    }
  });

  it('follows the favorites as far as the temperament goes', () => {
    expect(favorites(1)).toBeGreaterThan(0.8);
    expect(favorites(0)).toBeGreaterThan(0.4);
    expect(favorites(0)).toBeLessThan(0.6);
    expect(favorites(-0.5)).toBeLessThan(0.4);
  });

  it('forgets as many games as described', () => {
    const picks = picksOf({ ...plain, forgets: 0.25 }, afterward, [...demoSeason(2026)]);
    expect(picks.length / 272).toBeGreaterThan(0.65);
    expect(picks.length / 272).toBeLessThan(0.85);
    expect(picksOf(plain)).toHaveLength(games.length);
  });

  it('has a key and a name of their own', () => {
    const people = [...namedPeople, ...bots];
    expect(new Set(people.map((person) => person.key)).size).toBe(people.length);
    expect(new Set(people.map((person) => person.name)).size).toBe(people.length);
  });
});

describe('a game that goes as planned', () => {
  it('has locked five minutes after its kick-off', () => {
    for (const game of games) {
      expect(hasLocked(game, game.kickoff + PICK_LOCK_DELAY_MS - 1)).toBe(false);
      expect(hasLocked(game, game.kickoff + PICK_LOCK_DELAY_MS)).toBe(true);
    }
  });
});
