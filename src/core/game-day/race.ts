import type { Race } from './outcomes.ts';
import type { LevelRules } from './ties.ts';
import type { PlayerRace } from './week.ts';

/** The race of some players: a key combines the halves with the rank among players who are level. Nobody wins without points. */
export function raceOf(races: readonly PlayerRace[], games: number, level: LevelRules): Race {
  const scale = scaleOf(level);
  const gain = new Int32Array(races.length * games * 2);
  let at = 0;
  for (const { gains } of races) {
    for (const [away, home] of gains) {
      gain[at++] = away * scale;
      gain[at++] = home * scale;
    }
  }
  return {
    players: races.length,
    games,
    base: Int32Array.from(races, ({ halves }, player) => halves * scale + scale - 1 - (level.ranks[player] ?? 0)),
    gain,
    least: scale,
  };
}

/** The size of one half in a key. */
export function scaleOf({ ranks }: LevelRules): number {
  return 1 + ranks.reduce((most, rank) => Math.max(most, rank), 0);
}
