import type { LifeRules } from '#core/formats/survivor/cost.ts';
import type { EndRules } from '#core/formats/survivor/ends.ts';
import type { SurvivorGame, SurvivorResult } from '#core/formats/survivor/survivor.ts';
import { choiceScore } from '#core/formats/survivor/survivor.ts';
import { gameCounts, isOver } from '#core/game.ts';
import { isPickable } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, Side } from '#core/types.ts';
import { costsLife } from '#core/why/lives.ts';

/** How a game ends for a survivor pool. */
export type SurvivorEnd = Side | 'tie';

/** The facts about a member that the page may see. */
export interface SurvivorDayPlayer {
  readonly id: string;
  /** How many lives are left now; 0 for a player who is out. */
  readonly lives: number;
  /** The result of the week so far. */
  readonly result: SurvivorResult;
  /** The team that they chose, if it is visible. The viewer's own is visible before its lock too. */
  readonly team: string | null;
  /** The same of the second team of a week with two. */
  readonly second?: Pick<SurvivorDayPlayer, 'result' | 'team'> | undefined;
  /** Whether they were bought back after this week (`done`), or can be if they go out in it (`possible`); left out if neither. */
  readonly buyBack?: 'done' | 'possible' | undefined;
}

/** The teams of a player's week, each by itself. */
function teamsOf({ result, team, second }: SurvivorDayPlayer): Pick<SurvivorDayPlayer, 'result' | 'team'>[] {
  return second === undefined ? [{ result, team }] : [{ result, team }, second];
}

type DayRules = EndRules & LifeRules & Partial<Pick<PoolRules, 'allOut'>>;

/** A week of a survivor pool as its viewer sees it. */
export interface SurvivorDay {
  /** With the pool's locks. */
  readonly games: readonly (SurvivorGame & Pick<Game, 'lockAt'>)[];
  readonly players: readonly SurvivorDayPlayer[];
  /** What if: games that are assumed to be over, each with its result. */
  readonly fixed: Readonly<Record<string, SurvivorEnd>>;
  readonly now: number;
  /** What an end does to a choice, and to all together; the default rules if left out. */
  readonly rules?: DayRules;
}

/** What a week does to a player: they stay in the pool, go out, or it is still open. */
export type Fate = 'stays' | 'goes' | 'open';

/** A player after the week, or after a game of it. */
export interface SurvivorStanding {
  readonly id: string;
  readonly fate: Fate;
  /** How many lives they have then. */
  readonly lives: number;
  /** Whether only a spared week keeps them in (`sparedWeeks`), or may; left out if not. */
  readonly isSpared?: true;
}

/** What each result of an unfinished game does to the players who chose one of its teams. */
export interface SurvivorGameReport {
  readonly gid: string;
  readonly ends: Readonly<Record<SurvivorEnd, readonly SurvivorStanding[]>>;
}

/** Who stays in, by result of the games. */
export interface SurvivorOutlook {
  /** The players who were still in when the week began. */
  readonly players: readonly SurvivorStanding[];
  readonly games: readonly SurvivorGameReport[];
  /** Whether all of them go out this week and none can be bought back, so they share the win. */
  readonly isShared: boolean;
}

const ends = ['home', 'away', 'tie'] as const satisfies readonly SurvivorEnd[];

/**
 * Who stays in a survivor pool, by result of the unfinished games, under the rule that counts lives. A player without a visible team is
 * open as long as a team can be chosen; after that, they have missed the week.
 */
export function survivorOutlook({ games, players, fixed, now, rules = {} }: SurvivorDay): SurvivorOutlook {
  const supposed = games.map((game) => {
    const end = Object.hasOwn(fixed, game.gid) ? fixed[game.gid] : undefined;
    return end === undefined || isOver(game) || !gameCounts(game) ? game : endedOn(game, end);
  });
  const canChoose = games.some((game) => isPickable(game, now));
  const inWeek = players.filter(({ result }) => result !== 'out');
  const after = (player: SurvivorDayPlayer, all: readonly SurvivorGame[]) =>
    standingAfter(player, all, { canChoose, rules });
  const apart = inWeek.map((player) => after(player, supposed));
  const left = supposed.filter((game) => gameCounts(game) && !isOver(game));
  const isFirm = ({ result }: SurvivorDayPlayer) => result !== 'off' || left.length === 0;
  const firm = new Set(inWeek.filter(isFirm).map(({ id }) => id));
  const livesOf = new Map(inWeek.map((player) => [player.id, livesBefore(player)]));
  const together = (each: readonly SurvivorStanding[]) =>
    rules.allOut === 'goOn' ? spareAll(each, firm, livesOf) : each;
  const standings = together(apart);
  return {
    players: standings,
    games: left.map((game) => {
      const choosers = inWeek.filter((player) =>
        teamsOf(player).some(({ team }) => team === game.home || team === game.away),
      );
      const ifEnds = (end: SurvivorEnd) => {
        const ended = supposed.map((each) => (each === game ? endedOn(game, end) : each));
        const own = choosers.map((player) => after(player, ended));
        const others = apart.filter(({ id }) => choosers.every((player) => player.id !== id));
        return together([...own, ...others]).slice(0, own.length);
      };
      const [home, away, tie] = ends.map(ifEnds);
      return { gid: game.gid, ends: { home: home ?? [], away: away ?? [], tie: tie ?? [] } };
    }),
    isShared:
      standings.length > 0 &&
      standings.every(({ fate }) => fate === 'goes') &&
      inWeek.every(({ buyBack }) => buyBack === undefined),
  };
}

/**
 * Spares those who would go out as long as nobody is safe, where the rules say that all go on (`sparedWeeks`).
 * @param firm the players whose place in the pool this week can't change
 * @param livesOf the lives of each before the week
 */
function spareAll(
  standings: readonly SurvivorStanding[],
  firm: ReadonlySet<string>,
  livesOf: ReadonlyMap<string, number>,
): readonly SurvivorStanding[] {
  if (standings.some(({ id, fate }) => fate === 'stays' && firm.has(id))) return standings;
  const fate = standings.every((each) => each.fate === 'goes') ? 'stays' : 'open';
  return standings.map((each) =>
    each.fate === 'goes' ? { ...each, fate, lives: livesOf.get(each.id) ?? 1, isSpared: true } : each,
  );
}

/** The lives of a player before the week; 1 of one who is out now, who had no more than their teams cost. */
function livesBefore(player: SurvivorDayPlayer): number {
  return player.lives === 0 ? 1 : player.lives + teamsOf(player).filter(costsLife).length;
}

interface Circumstances {
  /** Whether a team can still be chosen. */
  readonly canChoose: boolean;
  readonly rules: EndRules;
}

function standingAfter(
  player: SurvivorDayPlayer,
  games: readonly SurvivorGame[],
  circumstances: Circumstances,
): SurvivorStanding {
  const { id, lives, buyBack } = player;
  if (buyBack === 'done') return { id, fate: 'stays', lives };
  const teams = teamsOf(player);
  const effects = teams.map((each) => effectOf(each, games, circumstances));
  const lost = effects.filter((effect) => effect === 'costs').length;
  const left = lives === 0 && teams.some(costsLife) ? 0 : Math.max(0, livesBefore(player) - lost);
  if (left === 0) return { id, fate: 'goes', lives: 0 };
  return { id, fate: effects.includes('open') ? 'open' : 'stays', lives: left };
}

/** Whether a team costs a life. */
function effectOf(
  { result, team }: Pick<SurvivorDayPlayer, 'result' | 'team'>,
  games: readonly SurvivorGame[],
  { canChoose, rules }: Circumstances,
): 'safe' | 'costs' | 'open' {
  if (result === 'off') return 'safe';
  if (team === null) return canChoose ? 'open' : 'costs';
  const game = games.find(({ home, away }) => home === team || away === team);
  if (game === undefined || !gameCounts(game)) return 'safe';
  if (!isOver(game)) return 'open';
  return choiceScore(games, { gid: game.gid, team }, rules) > 0 ? 'safe' : 'costs';
}

function endedOn<G extends SurvivorGame>(game: G, end: SurvivorEnd): G {
  return { ...game, status: 'Final', homeScore: end === 'home' ? 1 : 0, awayScore: end === 'away' ? 1 : 0 };
}
