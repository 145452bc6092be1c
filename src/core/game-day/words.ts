import { gameCounts, isOver } from '#core/game.ts';
import { listedNames, listText } from '#core/listed.ts';
import { isLocked, isPickable } from '#core/locks.ts';
import { choosesGames, pickOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, Side } from '#core/types.ts';
import type { DayGameReport, DayStanding, GameDay } from './game-day.ts';
import type { VisibleWeek } from './visible-week.ts';
import { viewerPicks } from './visible-week.ts';

/** The progress of a week: nothing in it counts, nothing is locked yet, it is being played, or all of it is over. */
export type DayStage = 'empty' | 'coming' | 'playing' | 'over';

/** A statement of game day: a short form and a sentence or two. */
export interface DayWords {
  readonly headline: string;
  readonly look: 'good' | 'bad' | 'open';
  readonly sentence: string;
}

/** The progress of a week. */
export function dayStage(games: readonly Pick<Game, 'void' | 'status' | 'lockAt'>[], now: number): DayStage {
  const counting = games.filter(gameCounts);
  if (counting.length === 0) return 'empty';
  if (counting.every(isOver)) return 'over';
  return counting.some((game) => isOver(game) || isLocked(game, now)) ? 'playing' : 'coming';
}

/** A chance in whole percent. A chance that is neither certain nor impossible never reads 0% or 100%. */
export function chanceText(chance: number): string {
  const percent = Math.round(100 * chance);
  if (percent === 0 && chance > 0) return '<1%';
  if (percent === 100 && chance < 1) return '>99%';
  return `${percent}%`;
}

/** How a player stands, in a word; a chance if the week can still go either way. */
export function hopeText({ hope, chance }: Pick<DayStanding, 'hope' | 'chance'>): string {
  if (hope === 'clinched') return 'Clinched';
  if (hope === 'out') return 'Out';
  return chance === 0 ? '<1%' : chanceText(chance);
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
      sentence: 'Whatever happens now, you win the week, alone or level.',
    };
  if (own.hope === 'out')
    return {
      headline: 'Out',
      look: 'bad',
      sentence: 'No way is left to win the week, barring a tie, a push or a game that is called off.',
    };
  const sentence = [
    needText(week, day.games),
    quietText(week, day.games),
    levelText(week, day.games),
    openText(week, day),
  ];
  return { headline: hopeText(own), look: 'open', sentence: sentence.filter(Boolean).join(' ') };
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
    const headline = names.length === 1 ? `${names[0]} wins` : `${names.length} level`;
    return { headline, look, sentence: `The week goes to ${listedNames(names)}.` };
  }
  if (names.length === 0) return { headline: 'You win', look, sentence: 'The week is yours alone.' };
  return { headline: 'You win', look, sentence: `You share the week with ${listedNames(names)}.` };
}

/** What a side has to do for the players who picked it. */
function winVerb({ useSpread }: Pick<PoolRules, 'useSpread'>): 'cover' | 'win' {
  return useSpread ? 'cover' : 'win';
}

/** The part of a report that says what a game means to the viewer. */
type SwingReport = Pick<DayGameReport, 'gid' | 'ifHome' | 'ifAway' | 'must' | 'matters'>;

/** Whether the winner of a game makes no difference to the viewer, but its total points decide the guesses. */
function isOnlyTiebreak(report: SwingReport, tiebreakGid: string | null): boolean {
  return report.gid === tiebreakGid && rootFor(report) === null && !report.matters;
}

/**
 * Which side of an unfinished game the viewer should root for, and by how much, in whole percentage points; null if it makes no difference.
 */
export function rootFor({
  ifHome,
  ifAway,
  must,
}: Pick<DayGameReport, 'ifHome' | 'ifAway' | 'must'>): { readonly side: Side; readonly swing: number } | null {
  if (ifHome === null || ifAway === null || (must === null && isLevel(ifHome, ifAway))) return null;
  return { side: must ?? (ifHome > ifAway ? 'home' : 'away'), swing: Math.round(100 * Math.abs(ifHome - ifAway)) };
}

/** The viewer's chance if a side wins; null if they do not play. Nothing is impossible while picks can change. */
export function sideChanceText(
  { ifHome, ifAway }: Pick<DayGameReport, 'ifHome' | 'ifAway'>,
  side: Side,
  { isOpen }: Pick<GameDay, 'isOpen'>,
): string | null {
  const chance = side === 'home' ? ifHome : ifAway;
  if (chance === null) return null;
  return chance === 0 && isOpen ? '<1%' : chanceText(chance);
}

/** What a game means to the viewer, by how much their chance depends on it. */
export function swingText(report: SwingReport, tiebreakGid: string | null): string {
  const root = rootFor(report);
  if (isOnlyTiebreak(report, tiebreakGid)) return 'Its points decide between those who are level';
  if (root === null) return report.matters ? 'Hardly matters to you' : "Doesn't matter to you";
  if (root.swing === 0) return 'Worth less than a point of chance';
  return `Worth ${root.swing} ${root.swing === 1 ? 'point' : 'points'} of chance`;
}

/** The games that the viewer must win to stay alive; those against their own pick are listed apart. */
function needText(week: VisibleWeek, reports: readonly DayGameReport[]): string {
  const picks = viewerPicks(week);
  const needed = reports.flatMap(({ gid, must }) => {
    const game = week.games.find((each) => each.gid === gid);
    if (must === null || game === undefined) return [];
    const pick = pickOf(picks, gid);
    return [{ team: game[must], isAgainst: pick !== undefined && pick.side !== must }];
  });
  const told = (against: boolean) =>
    listText(needed.filter(({ isAgainst }) => isAgainst === against).map(({ team }) => team));
  const [mine, against] = [told(false), told(true)];
  if (mine === '' && against === '') return 'No single game is a must.';
  const verb = winVerb(week.rules);
  if (against === '') return `You need ${mine} to ${verb}.`;
  if (mine === '') return `You need ${against} to ${verb}, against your own pick.`;
  return `You need ${mine} to ${verb}, and ${against} against your own pick.`;
}

/** How open games affect a chance. */
function openText(week: VisibleWeek, { isOpen }: GameDay): string {
  if (!isOpen) return '';
  const size = choosesGames(week.rules) ? 0 : unpicked(week).size;
  if (size === 0) return 'Picks of games that are not locked can still change this.';
  return size === 1
    ? 'You can still pick one game: this takes quick fill for it.'
    : `You can still pick ${size} games: this takes quick fill for them.`;
}

/** How many unfinished games decide nothing for the viewer, whatever they can still pick. */
function quietText(week: VisibleWeek, reports: readonly DayGameReport[]): string {
  const open = unpicked(week);
  const quiet = reports.filter((report) => {
    const isTiebreak = report.gid === week.tiebreakGid;
    return rootFor(report) === null && !report.matters && !isTiebreak && !open.has(report.gid);
  }).length;
  if (quiet === 0) return '';
  return quiet === 1 ? "One game doesn't matter to you." : `${quiet} games don't matter to you.`;
}

/** What the tiebreak game decides if its sides decide nothing. */
function levelText({ tiebreakGid }: VisibleWeek, reports: readonly DayGameReport[]): string {
  if (!reports.some((report) => isOnlyTiebreak(report, tiebreakGid))) return '';
  return 'The points of the tiebreak game decide between those who are level.';
}

/** The games that the viewer can still pick and has not. */
function unpicked(week: VisibleWeek): ReadonlySet<string> {
  const picks = viewerPicks(week);
  const open = week.games.filter((game) => isPickable(game, week.now) && pickOf(picks, game.gid) === undefined);
  return new Set(open.map(({ gid }) => gid));
}
