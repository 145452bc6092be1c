import { hasUpsets } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { underdog } from '#core/spread.ts';
import type { Side } from '#core/types.ts';
import type { Race, Tops } from './outcomes.ts';
import { canWin, eachWin, findTops } from './outcomes.ts';
import { raceOf, scaleOf } from './race.ts';
import type { LevelRules } from './ties.ts';
import type { PreparedWeek } from './week.ts';
import { openHalves, openPlaces } from './week.ts';

/** Who can still win the week, and which sides they need. */
export interface Hopes {
  /** By player. */
  readonly isAlive: readonly boolean[];
  /** By game: the side that must win or the player is out. */
  readonly mustOf: (player: number) => ReadonlyMap<string, Side>;
}

/** A race with the best of its outcomes. */
export interface ToppedRace {
  readonly race: Race;
  readonly tops: Tops;
}

/**
 * Who can still win, alone or tied, assuming that the player is right in every open game and nobody else is. So only the outcomes of locked
 * games matter, and upsets in open ones.
 * @param likely the race of the likely picks: the same one if no game is open
 */
export function hopesOf(prepared: PreparedWeek, level: LevelRules, likely: ToppedRace): Hopes {
  const { left, players, open } = prepared;
  const places = left.flatMap(({ isOpen }, at) => (isOpen ? [] : [at]));
  const { race, tops } = open.length === 0 ? likely : sureRace(prepared, places, level);
  const more = Int32Array.from(players, ({ openMost }) => openMost * scaleOf(level));
  const mustOf = (player: number): ReadonlyMap<string, Side> => {
    let [always, ever] = [-1, 0];
    eachWin(race, tops, player, more[player] ?? 0, (outcome) => {
      always &= outcome;
      ever |= outcome;
      return true;
    });
    const must = new Map<string, Side>();
    if (always === -1) return must;
    for (const [gid, dog] of neededUpsets(prepared, player, (halves) => isAliveWith(player, halves)))
      must.set(gid, dog);
    for (const [bit, place] of places.entries()) {
      const gid = left[place]?.gid ?? '';
      if ((always >> bit) & 1) must.set(gid, 'home');
      else if (((ever >> bit) & 1) === 0) must.set(gid, 'away');
    }
    return must;
  };
  const isAliveWith = (player: number, halves: Halves): boolean => {
    let found = false;
    eachWin(race, tops, player, halves * scaleOf(level), () => {
      found = true;
      return false;
    });
    return found;
  };
  return { isAlive: canWin(race, tops, more), mustOf };
}

/** The underdogs of open games that a player needs, because a right pick of the favorite would not earn enough. */
function neededUpsets(
  prepared: PreparedWeek,
  player: number,
  isAliveWith: (halves: Halves) => boolean,
): (readonly [string, Side])[] {
  const { open, week } = prepared;
  const holder = week.players[player];
  if (holder === undefined || !hasUpsets(week.rules)) return [];
  const room = openPlaces(prepared, holder);
  return open.flatMap((game) => {
    const dog = Object.hasOwn(week.fixed, game.gid) ? null : underdog(game, week.rules);
    if (dog === null) return [];
    const favorite = dog === 'home' ? 'away' : 'home';
    const halves = openHalves(prepared, room, { ...week.fixed, [game.gid]: favorite });
    return isAliveWith(halves) ? [] : [[game.gid, dog] as const];
  });
}

function sureRace({ players }: PreparedWeek, places: readonly number[], level: LevelRules): ToppedRace {
  const races = players.map(({ sure }) => ({
    halves: sure.halves,
    gains: places.map((at) => sure.gains[at] ?? ([0, 0] as const)),
  }));
  const race = raceOf(races, places.length, level);
  return { race, tops: findTops(race) };
}
