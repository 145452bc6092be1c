import { gameCounts, isOver } from '#core/game.ts';
import { capital, listedNames, listText } from '#core/listed.ts';
import { isLocked, isPickable } from '#core/locks.ts';
import { choosesGames, pickOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { effectiveSpread, favoredSide } from '#core/spread.ts';
import type { Game, Side } from '#core/types.ts';
import type { DayGameReport, DayStanding, GameDay } from './game-day.ts';
import { chanceText, shownPercent } from './percent.ts';
import type { VisibleGame, VisibleWeek } from './visible-week.ts';
import { viewerPicks } from './visible-week.ts';

/** The progress of a week: nothing in it counts, nothing is locked yet, it is being played, or all of it is over. */
export type DayStage = 'empty' | 'coming' | 'playing' | 'over';

/** A statement of game day: a short form and a sentence or two. */
export interface DayWords {
  readonly headline: string;
  readonly look: 'good' | 'bad' | 'open';
  readonly sentence: string;
  /** The viewer's chance to win the week, 0 to 1, if the headline is an estimate. */
  readonly chance?: number;
}

/** The progress of a week. */
export function dayStage(games: readonly Pick<Game, 'void' | 'status' | 'lockAt'>[], now: number): DayStage {
  const counting = games.filter(gameCounts);
  if (counting.length === 0) return 'empty';
  if (counting.every(isOver)) return 'over';
  return counting.some((game) => isOver(game) || isLocked(game, now)) ? 'playing' : 'coming';
}

/** What follows a week that is won for certain; a chance below 1 means that it may be shared. */
function sharedText(chance: number): string {
  return isLevel(chance, 1) ? '' : ', alone or tied';
}

/** How a player stands, in a word; a chance if the week can still go either way. */
export function hopeText({ hope, chance }: Pick<DayStanding, 'hope' | 'chance'>): string {
  if (hope === 'clinched') return 'Clinched';
  if (hope === 'out') return 'Out';
  return chanceText(chance);
}

/** What the headline of a week is about: `Your chance to win the week` · `About 9%`. */
export function headlineLabel({ viewerId }: VisibleWeek, { players, games }: GameDay): string {
  const isEstimate = games.length > 0 && players.find(({ id }) => id === viewerId)?.hope === 'alive';
  return isEstimate ? 'Your chance to win the week' : 'The week';
}

/** How the viewer stands if the fixed games end that way, and how without them: `about 21% (now about 19%)`. Empty if they do not play. */
export function whatIfText(week: VisibleWeek, supposed: GameDay, now: GameDay): string {
  const [then, before] = [standText(week, supposed), standText(week, now)];
  return then === '' || before === '' ? then : `${then} (now ${before})`;
}

function standText(week: VisibleWeek, day: GameDay): string {
  const own = day.players.find(({ id }) => id === week.viewerId);
  if (own === undefined) return '';
  return day.games.length === 0 ? endWords(week, day).headline : hopeText(own).toLowerCase();
}

/** How the viewer stands and what they need; null if they do not play. */
export function ownWords(week: VisibleWeek, day: GameDay): DayWords | null {
  const own = day.players.find(({ id }) => id === week.viewerId);
  if (own === undefined) return null;
  if (day.games.length === 0) return endWords(week, day);
  if (own.hope === 'clinched')
    return {
      headline: 'Clinched',
      look: 'good',
      sentence: 'Whatever happens now, you win the week, alone or tied.',
    };
  if (own.hope === 'out')
    return {
      headline: 'Out',
      look: 'bad',
      sentence: "You can't win the week anymore, unless a game ends in a tie or a push, or is called off.",
    };
  const sentence = [needText(week, day.games), tiebreakText(week, day.games), guessText(week, day)];
  return {
    headline: capital(chanceText(own.chance)),
    look: 'open',
    sentence: sentence.filter(Boolean).join(' '),
    chance: own.chance,
  };
}

/** Sums in a different order differ by less than this. */
const NOISE = 1e-9;

function isLevel(one: number, other: number): boolean {
  return Math.abs(one - other) <= NOISE * Math.max(one, other);
}

/** The winners of a week that is over. */
export function endWords({ rows, viewerId }: VisibleWeek, day: GameDay): DayWords {
  const winners = day.players.filter(({ chance }) => chance > 0).map(({ id }) => id);
  const isOwn = winners.includes(viewerId);
  const names = rows.filter(({ id }) => winners.includes(id) && id !== viewerId).map(({ name }) => name);
  if (winners.length === 0) return { headline: 'No winner', look: 'open', sentence: 'Nobody has a point this week.' };
  const look = isOwn ? 'good' : 'open';
  if (!isOwn) {
    const headline = names.length === 1 ? `${names[0]} wins` : `${names.length} tied`;
    return { headline, look, sentence: `The week goes to ${listedNames(names)}.` };
  }
  if (names.length === 0) return { headline: 'You win', look, sentence: 'The week is yours alone.' };
  return { headline: 'You win', look, sentence: `You share the week with ${listedNames(names)}.` };
}

/** What a side has to do for the players who picked it. */
export function winVerb({ useSpread }: Pick<PoolRules, 'useSpread'>): 'cover' | 'win' {
  return useSpread ? 'cover' : 'win';
}

/** The part of a report that says what a game means to the viewer. */
type StakeReport = Pick<DayGameReport, 'gid' | 'ifHome' | 'ifAway' | 'must' | 'clinches' | 'matters'>;

/** Whether the winner of a game makes no difference to the viewer, but its total points decide the guesses. */
function isOnlyTiebreak(report: StakeReport, tiebreakGid: string | null): boolean {
  return report.gid === tiebreakGid && rootFor(report) === null && !report.matters;
}

/** Which side of an unfinished game the viewer should root for; null if it makes no difference. */
export function rootFor({ ifHome, ifAway, must }: Pick<DayGameReport, 'ifHome' | 'ifAway' | 'must'>): Side | null {
  if (ifHome === null || ifAway === null || (must === null && isLevel(ifHome, ifAway))) return null;
  return must ?? (ifHome > ifAway ? 'home' : 'away');
}

/** How much an unfinished game changes the viewer's chance, in the points of percent that are shown. */
function stakePoints({ ifHome, ifAway }: Pick<DayGameReport, 'ifHome' | 'ifAway'>): number {
  return ifHome === null || ifAway === null ? 0 : Math.abs(shownPercent(ifHome) - shownPercent(ifAway));
}

/** From how many points on a game matters much. */
const MUCH = 10;

/** In how many steps a game matters to the viewer: from 3 if it can decide the week to 0 if their chance stays. So few that a list by it rarely moves. */
export function stakeStep(report: Pick<DayGameReport, 'ifHome' | 'ifAway' | 'must' | 'clinches'>): number {
  if (report.must !== null || report.clinches.length > 0) return 3;
  const points = stakePoints(report);
  return points >= MUCH ? 2 : Math.min(1, points);
}

/**
 * What an unfinished game means to the viewer: `If BUF wins: about 9%, otherwise about 1%.` Empty if they do not play, or if
 * it changes their chance by less than a point. What is certain names the side, as a tie decides nothing.
 */
export function stakeText(
  report: StakeReport,
  game: Pick<Game, Side>,
  { rules, tiebreakGid }: Pick<VisibleWeek, 'rules' | 'tiebreakGid'>,
): string {
  const { ifHome, ifAway, must, clinches } = report;
  if (ifHome === null || ifAway === null) return '';
  if (isOnlyTiebreak(report, tiebreakGid)) return 'Its total points decide who wins a tie.';
  const side = rootFor(report);
  if (side === null) return '';
  const [chance, other] = side === 'home' ? [ifHome, ifAway] : [ifAway, ifHome];
  const [team, rival] = side === 'home' ? [game.home, game.away] : [game.away, game.home];
  const verb = winVerb(rules);
  const isSure = clinches.includes(side);
  const then = `If ${team} ${verb}s${isSure ? `, you win the week${sharedText(chance)}` : `: ${chanceText(chance)}`}`;
  if (must !== null) return `${then}; if ${rival} ${verb}s, you can't win anymore.`;
  if (!isSure && stakePoints(report) === 0) return '';
  return `${then}${isSure ? ';' : ','} otherwise ${chanceText(other)}.`;
}

/** The games that decide the week for the viewer: one that wins it, or those they need; those against their own pick are listed apart. */
function needText(week: VisibleWeek, reports: readonly DayGameReport[]): string {
  const picks = viewerPicks(week);
  const verb = winVerb(week.rules);
  const games = new Map(week.games.map((game) => [game.gid, game]));
  const winning = reports.flatMap(({ gid, clinches, must, ifHome, ifAway }) => {
    return clinches.map((side) => ({
      game: games.get(gid),
      side,
      isMust: must === side,
      chance: side === 'home' ? ifHome : ifAway,
    }));
  });
  const [first] = winning;
  if (first?.game) {
    const teams = winning.map(({ game, side }) => game?.[side] ?? '');
    const rival = first.game[first.side === 'home' ? 'away' : 'home'];
    const otherwise = first.isMust ? `, but can't if ${rival} ${verb}s` : '';
    const shared = sharedText(Math.min(...winning.map(({ chance }) => chance ?? 0)));
    return `You win the week${shared && `${shared},`} if ${listText(teams, 'or')} ${verb}s${otherwise}.`;
  }
  const needed = reports.flatMap(({ gid, must }) => {
    const game = games.get(gid);
    if (must === null || game === undefined) return [];
    const pick = pickOf(picks, gid);
    return [{ team: game[must], isAgainst: pick !== undefined && pick.side !== must }];
  });
  const told = (against: boolean) =>
    listText(needed.filter(({ isAgainst }) => isAgainst === against).map(({ team }) => team));
  const [mine, against] = [told(false), told(true)];
  if (mine === '' && against === '') return 'No single game is a must-win for you.';
  if (against === '') return `You need ${mine} to ${verb}.`;
  if (mine === '') return `You need ${against} to ${verb}, against your own pick.`;
  return `You need ${mine} to ${verb}, and ${against} against your own pick.`;
}

/** What the chances assume of picks that can still change. */
function guessText(week: VisibleWeek, { isOpen }: GameDay): string {
  if (!isOpen) return '';
  const open = choosesGames(week.rules) ? [] : openGames(week);
  const lined = open.filter((game) =>
    favoredSide(week.rules.useSpread ? effectiveSpread(game, week.rules) : game.spread),
  );
  if (lined.length === 0) return "Picks that aren't locked yet can still change this.";
  const favorites = lined.length === 1 ? 'the favorite' : 'the favorites';
  if (lined.length < open.length)
    return `This guesses that you'll take ${favorites} in ${lined.length} of your ${open.length} open games.`;
  const where = open.length === 1 ? 'your open game' : `your ${open.length} open games`;
  return `This guesses that you'll take ${favorites} in ${where}.`;
}

/** What the tiebreak game decides if its sides decide nothing. */
function tiebreakText({ tiebreakGid }: VisibleWeek, reports: readonly DayGameReport[]): string {
  if (!reports.some((report) => isOnlyTiebreak(report, tiebreakGid))) return '';
  return 'The total points of the tiebreak game decide who wins a tie.';
}

/** The games that the viewer can still pick and has not; none if they do not play. */
export function openGames(week: VisibleWeek): readonly VisibleGame[] {
  if (week.rows.every(({ id }) => id !== week.viewerId)) return [];
  const picks = viewerPicks(week);
  return week.games.filter((game) => isPickable(game, week.now) && pickOf(picks, game.gid) === undefined);
}

/** The line that stands for the games that the viewer has not picked yet. A pool in which they choose their games does not ask for them. */
export function openGamesText(count: number, rules: PoolRules): string {
  const games = count === 1 ? 'One game' : `${count} games`;
  if (choosesGames(rules)) return `${games} that you haven't picked.`;
  return `${games} ${count === 1 ? 'is' : 'are'} still open to pick.`;
}

/** The line that stands for the games that all players picked alike. */
export function agreedGamesText(count: number): string {
  return `Everybody agrees on ${count === 1 ? 'one game' : `${count} games`}.`;
}
