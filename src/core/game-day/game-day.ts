import { pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import type { Side } from '#core/types.ts';
import { sides } from '#core/types.ts';
import type { PlayerClasses } from './clinched.ts';
import { classesOf, clinchedOf } from './clinched.ts';
import { hopesOf } from './hopes.ts';
import type { Race, Tops } from './outcomes.ts';
import { countWins, eachWin, findTops, sharesOf } from './outcomes.ts';
import { raceOf } from './race.ts';
import { levelRules } from './ties.ts';
import type { DayWeek } from './week.ts';
import { prepareWeek } from './week.ts';

/**
 * Whether a player can still win the week, alone or tied. `clinched`: they win, whatever happens (`clinchedOf`). `out`: they cannot win,
 * barring a tie, a push or a call-off, whatever is sealed and however open games are picked.
 */
export type Hope = 'clinched' | 'alive' | 'out';

/** The outlook of a member. */
export interface DayStanding {
  readonly id: string;
  /** Their score of the week, including fixed games. */
  readonly halves: Halves;
  /** The chance to win the week, 0 to 1; players who are level share it equally. An estimate. */
  readonly chance: number;
  readonly hope: Hope;
}

/** What one unfinished game means. */
export interface DayGameReport {
  readonly gid: string;
  /** The chance that it goes to the home side, 0 to 1. An estimate. */
  readonly homeChance: number;
  /** The viewer's chance to win the week if the home side wins the game, and if the away side does. Null if the viewer does not play. */
  readonly ifHome: number | null;
  readonly ifAway: number | null;
  /** The side that must win or the viewer is out. Null for a game that they can still pick. */
  readonly must: Side | null;
  /** The sides whose win clinches the week for the viewer; none if it is clinched already. */
  readonly clinches: readonly Side[];
  /**
   * Whether there is an outcome of the other games in which this one decides whether the viewer wins; sealed picks are filled by quick
   * fill.
   */
  readonly matters: boolean;
  /** How many other players picked each side, as far as that is visible. */
  readonly others: Readonly<Record<Side, number>>;
  /** Whether all picked the same side. */
  readonly isAgreed: boolean;
}

/** The outlook of a week. */
export interface GameDay {
  /** In the order of the week's players. */
  readonly players: readonly DayStanding[];
  /** The unfinished games, in the order of the week's games. */
  readonly games: readonly DayGameReport[];
  /** Whether a game can still be picked, so that chances fill sealed picks by quick fill. */
  readonly isOpen: boolean;
}

/**
 * Computes the outlook of a week from everything that its viewer may see: enumerates all outcomes of the unfinished games.
 * @throws RangeError if more than 20 games are unfinished
 */
export function gameDay(week: DayWeek): GameDay {
  const prepared = prepareWeek(week);
  const { left, players } = prepared;
  const level = levelRules(week);
  const likely = raceOf(
    players.map((player) => player.likely),
    left.length,
    level,
  );
  const tops = findTops(likely);
  const share = sharesOf(
    tops,
    left.map(({ chance }) => chance),
  );
  const wins = countWins(likely, tops, share);
  const always = [...players.keys()].filter((player) => wins.outcomes[player] === 2 ** left.length);
  const clinched = clinchedOf(prepared, always, level);
  const hopes = hopesOf(prepared, level, { race: likely, tops });
  const viewer = week.players.findIndex(({ id }) => id === week.viewerId);
  const must = viewer < 0 ? null : hopes.mustOf(viewer);
  const swings = viewer < 0 ? null : swingsOf(likely, tops, viewer, share);
  const sufficing = swings !== null && !clinched.has(viewer) ? swings.suffices : [];
  const classes = sufficing.some(({ length }) => length > 0) ? classesOf(prepared) : [];
  return {
    players: week.players.map(({ id }, player) => ({
      id,
      halves: players[player]?.likely.halves ?? 0,
      chance: wins.chance[player] ?? 0,
      hope: clinched.has(player) ? 'clinched' : hopes.isAlive[player] ? 'alive' : 'out',
    })),
    games: left.map((game, at) => ({
      gid: game.gid,
      homeChance: game.chance,
      ifHome: swings ? (swings.home[at] ?? 0) / game.chance : null,
      ifAway: swings ? (swings.away[at] ?? 0) / (1 - game.chance) : null,
      must: must?.get(game.gid) ?? null,
      clinches: (sufficing[at] ?? []).filter((side) => isClinching(week, viewer, { [game.gid]: side }, classes)),
      matters: swings?.matters[at] ?? false,
      ...backing(week, game.gid),
    })),
    isOpen: prepared.open.length > 0,
  };
}

/** Whether a side clinches the week for the viewer. */
function isClinching(week: DayWeek, viewer: number, side: DayWeek['fixed'], classes: PlayerClasses): boolean {
  const supposed = { ...week, fixed: { ...week.fixed, ...side } };
  return clinchedOf(prepareWeek(supposed), [viewer], levelRules(supposed), classes).has(viewer);
}

/** By unfinished game: the parts of a player's chance by side, the sides with which they win every outcome, and whether it decides anything. */
function swingsOf(race: Race, tops: Tops, player: number, share: Float64Array) {
  const home = new Float64Array(race.games);
  const away = new Float64Array(race.games);
  const isWin = new Uint8Array(share.length);
  eachWin(race, tops, player, 0, (outcome) => {
    isWin[outcome] = 1;
    const part = share[outcome] ?? 0;
    for (let game = 0; game < race.games; game += 1) {
      const side = (outcome >> game) & 1 ? home : away;
      side[game] = (side[game] ?? 0) + part;
    }
    return true;
  });
  const matters = Array.from(home, (_, game) => isWin.some((win, outcome) => win !== isWin[outcome ^ (1 << game)]));
  const suffices = Array.from(home, (_, game) =>
    sides.filter((side) =>
      isWin.every((win, outcome) => win === 1 || ((outcome >> game) & 1) === Number(side === 'away')),
    ),
  );
  return { home, away, suffices, matters };
}

function backing({ players, viewerId }: DayWeek, gid: string): Pick<DayGameReport, 'others' | 'isAgreed'> {
  const sides = players.map(({ picks }) => pickOf(picks, gid)?.side);
  const others = sides.filter((_, at) => players[at]?.id !== viewerId);
  const count = (side: Side) => others.filter((each) => each === side).length;
  return {
    others: { home: count('home'), away: count('away') },
    isAgreed: sides[0] !== undefined && sides.every((side) => side === sides[0]),
  };
}
