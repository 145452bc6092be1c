import { PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import { favoredSide } from '#core/spread.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Side } from '#core/types.ts';
import type { ImportedChoice } from '#server/store/import-picks.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import { seeded } from './random.ts';
import type { DemoGame } from './season.ts';

/** An entry of somebody in a pool. */
export interface DemoPlayer {
  readonly person: Person;
  readonly entryId: string;
  /** Counts their entries in the pool, from 1. */
  readonly number: number;
  readonly poolId: string;
  readonly kind: PoolKind;
}

/** What sets the pools of the demo apart. */
export type PoolKind = 'straight' | 'spread' | 'confidence' | 'survivor';

/** The latest picks are made this long before the kick-off. */
const LAST_MINUTE_MS = 10 * MINUTE_MS;

/**
 * What somebody picked of the games of a week, each pick made between the start of the week (ms) and now, and always before
 * the kick-off.
 */
export function weekPicks(player: DemoPlayer, games: readonly DemoGame[], from: number, now: number): ImportedChoice[] {
  const { person, entryId, number, poolId, kind } = player;
  const key = number === 1 ? person.key : `${person.key} ${number}`;
  return games.flatMap((game) => {
    const random = seeded(game.seed, key, kind, game.gid);
    const forgotten = random() < person.forgets;
    const side = chooseSide(person, game, kind === 'spread', random);
    const madeAt = madeBefore(game, from, now, random);
    const choice = { kind: 'pick', gid: game.gid, side } as const;
    return forgotten ? [] : [{ poolId, entryId, choice, madeAt }];
  });
}

/** A moment (ms) from the start of a week until now, before a kick-off. */
export function madeBefore(game: DemoGame, from: number, now: number, random: Random): number {
  return Math.round(from + random() * (Math.min(now, game.kickoff - LAST_MINUTE_MS) - from));
}

/** Whether players can no longer pick a game that goes as planned. */
export function hasLocked(game: DemoGame, now: number): boolean {
  return game.kickoff + PICK_LOCK_DELAY_MS <= now;
}

function chooseSide(person: Person, game: DemoGame, useSpread: boolean, random: Random): Side {
  const chance = random();
  if (person.fanOf === game.home) return 'home';
  if (person.fanOf === game.away) return 'away';
  const spread = game.spread.close;
  const favorite = favoredSide(spread) ?? 'home';
  const underdog = favorite === 'home' ? 'away' : 'home';
  return chance < 0.5 + person.chalk * trust(spread, useSpread) ? favorite : underdog;
}

/** How much a favorite draws: with the spread hardly, without it the more the larger the spread. */
function trust(spread: number, useSpread: boolean): number {
  return useSpread ? 0.12 : 0.5 * (1 - Math.exp(-(Math.abs(spread) + 1) / 4));
}
