import { gameCounts, isOver } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import { isVisible, slotWeek } from '#core/slots.ts';
import type { Game } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { BuyBacks } from './buy-backs.ts';
import { NO_BUY_BACKS } from './buy-backs.ts';
import type { EndRules } from './ends.ts';
import type {
  ChoiceRefusal,
  SparedWeeks,
  SurvivorGame,
  SurvivorRules,
  SurvivorWeek,
  TeamChoice,
  TeamChoices,
  TeamSlot,
  UseRules,
} from './survivor.ts';
import {
  choiceOf,
  choiceRefusal,
  choiceScore,
  gameOf,
  NO_SPARED_WEEKS,
  otherChoice,
  survivorSeason,
  usedTeams,
} from './survivor.ts';

/**
 * The state of a week for a player of a survivor pool. `out`: they went out before it. `choose`: nothing is chosen and something can be.
 * `chosen`: the choice can still be changed. `locked`: it cannot. `won`: it was safe. `lost`: it cost a life. `tied`: the game ended level; the
 * rules say what that does. `replace` or `off`: the chosen game is off, or the team is used up by games that kick off first, and another team
 * can (`replace`) or cannot (`off`) be chosen. `missed`: nothing was chosen and nothing can be.
 */
export type WeekStage = 'out' | 'choose' | 'chosen' | 'locked' | 'won' | 'lost' | 'tied' | 'replace' | 'off' | 'missed';

/** A game of the week with the pool's lock. */
type WeekGame = SurvivorGame & Pick<Game, 'lockAt'>;

/** A player's choices, as far as a slot of a week needs them. */
export interface WeekHolder {
  readonly choice: TeamChoice | null;
  /** The week's other team, if it has two. */
  readonly other?: TeamChoice | null;
  /** The teams that other slots use up, each with a week. Includes the slot's own team if games that kick off first use it up. */
  readonly used: ReadonlyMap<string, string>;
  /** The week that took the last life. */
  readonly outWeekId: string | null;
  /** Whether the player chooses a team even after going out, for a side table (`hasSecondChance` of `side-tables.ts`). */
  readonly hasSecondChance?: boolean;
}

/**
 * A player's choices for a slot of a week.
 * @param weeks of the pool, in order
 * @param choices all that count for the player
 * @param known those of them that may be shown to the viewer
 * @param buyBacks the player's, as stored
 * @param spared the `sparedWeeks` of the pool
 */
export function weekHolder(
  weeks: readonly SurvivorWeek[],
  choices: TeamChoices,
  slot: TeamSlot,
  rules: SurvivorRules,
  {
    known = choices,
    buyBacks = NO_BUY_BACKS,
    spared = NO_SPARED_WEEKS,
  }: { readonly known?: TeamChoices; readonly buyBacks?: BuyBacks; readonly spared?: SparedWeeks } = {},
): WeekHolder {
  const { outWeekId } = survivorSeason(weeks, choices, rules, buyBacks, spared);
  return { ...slotHolder(weeks, known, slot, rules), outWeekId };
}

/** The teams that matter to a slot of a week. @param known those of the player's teams that may be shown to the viewer */
export function slotHolder(
  weeks: readonly SurvivorWeek[],
  known: TeamChoices,
  slot: TeamSlot,
  rules: UseRules,
): Pick<WeekHolder, 'choice' | 'other' | 'used'> {
  const choice = choiceOf(known, slot) ?? null;
  return { choice, other: otherChoice(known, slot, rules), used: usedTeams(weeks, known, slot, rules) };
}

/**
 * The choices of a player that everybody can see: those whose game has locked, even if the game has moved to another week of the pool.
 * @param weeks of the pool; their games have its locks
 */
export function knownChoices(
  weeks: readonly { readonly games: readonly Pick<Game, 'gid' | 'lockAt'>[] }[],
  now: number,
): (choices: TeamChoices) => TeamChoices {
  const locks = slotWeek(weeks.flatMap(({ games }) => games));
  const isKnown = ([about, value]: [TeamSlot, TeamChoice]) => isVisible({ kind: 'team', about, value }, locks, now);
  return (choices) => Object.fromEntries(Object.entries(choices).filter(isKnown));
}

/** Whether a player went out before a week. */
export function isOutBefore(outWeekId: string | null, weekId: string): boolean {
  return outWeekId !== null && compareWeeks(outWeekId, weekId) < 0;
}

/** Whether a player went out before a week and has no second chance in it. */
export function isShutOut(
  { outWeekId, hasSecondChance = false }: Pick<WeekHolder, 'outWeekId' | 'hasSecondChance'>,
  weekId: string,
): boolean {
  return isOutBefore(outWeekId, weekId) && !hasSecondChance;
}

/** The state of a week for a player. */
export function weekStage(
  weekId: string,
  games: readonly WeekGame[],
  holder: WeekHolder,
  now: number,
  rules: EndRules = {},
): WeekStage {
  const { choice, used } = holder;
  if (isShutOut(holder, weekId)) return 'out';
  const canChoose = canChooseTeam(weekId, games, holder, now);
  if (choice === null) return canChoose ? 'choose' : 'missed';
  const game = gameOf(games, choice);
  if (game === undefined || !gameCounts(game) || used.has(choice.team)) return canChoose ? 'replace' : 'off';
  if (!isOver(game)) return isLocked(game, now) ? 'locked' : 'chosen';
  if (game.homeScore === game.awayScore) return 'tied';
  return choiceScore(games, choice, rules) > 0 ? 'won' : 'lost';
}

/** Why a player cannot choose a team of a game, or take back their choice; null if they can. @param wanted null takes it back */
export function teamRefusal(
  weekId: string,
  games: readonly WeekGame[],
  holder: WeekHolder,
  wanted: TeamChoice | null,
  now: number,
): ChoiceRefusal | null {
  const { choice, other = null, used } = holder;
  return choiceRefusal(games, { stored: choice, wanted, other, used, isOut: isShutOut(holder, weekId) }, now);
}

/** Whether a player still has to choose a team for a week. */
export function waitsForTeam(weekId: string, games: readonly WeekGame[], holder: WeekHolder, now: number): boolean {
  return asksForTeam(weekStage(weekId, games, holder, now));
}

/** Whether a week in this state waits for a team. */
export function asksForTeam(stage: WeekStage): boolean {
  return stage === 'choose' || stage === 'replace';
}

function canChooseTeam(weekId: string, games: readonly WeekGame[], holder: WeekHolder, now: number): boolean {
  return games.some(({ gid, home, away }) =>
    [home, away].some((team) => teamRefusal(weekId, games, holder, { gid, team }, now) === null),
  );
}
