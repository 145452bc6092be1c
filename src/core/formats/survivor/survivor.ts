import { gameCounts, isOver } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { decidedWeeks, endedWeeks, halvesOfPoints } from '#core/scoring.ts';
import type { Game } from '#core/types.ts';
import { isPostSeason, parseWeekId } from '#core/weeks.ts';
import type { BuyBackRules, BuyBacks } from './buy-backs.ts';
import { canBuyBack, NO_BUY_BACKS, weeksWithoutChance } from './buy-backs.ts';
import type { EndRules } from './ends.ts';
import { isSafeEnd } from './ends.ts';

/** What a player of a survivor pool enters for a week: a team, and its game. */
export interface TeamChoice {
  readonly gid: string;
  /** The team's abbreviation. */
  readonly team: string;
  /** Present only if the owner chose none, and their default counts. */
  readonly auto?: true;
}

/** The fields of a game that a survivor pool needs. */
export type SurvivorGame = Pick<
  Game,
  'gid' | 'weekId' | 'kickoff' | 'lockAt' | 'status' | 'void' | 'home' | 'away' | 'homeScore' | 'awayScore'
> &
  Partial<Pick<Game, 'setByAdmin'>>;

/** A week of a survivor pool with all its games. */
export interface SurvivorWeek {
  readonly id: string;
  readonly games: readonly SurvivorGame[];
}

/** The rules that limit the uses of a team; one that is left out has its default. */
export type UseRules = Partial<Pick<PoolRules, 'teamUses' | 'teamsAgainAfter' | 'twoTeamsFrom'>>;

/** The rules that decide a season. */
export type SurvivorRules = Pick<PoolRules, 'lives'> &
  EndRules &
  UseRules &
  BuyBackRules &
  Partial<Pick<PoolRules, 'allOut' | 'survivors'>>;

/**
 * The result of a week. `won`: the choice was safe, by default because its team won. `lost`: it cost a life. `missed`: the week ended
 * without a team. `off`: the game is off, or the team already played for as many other weeks as it may, which costs nothing. `open`: nothing
 * is decided yet. `spared`: it would have taken the last life, but it was a week of `sparedWeeks`; `pending` while that week is not decided.
 * Weeks after the one in which the player went out are `out`, also those that closed before they were bought back.
 */
export type SurvivorResult = 'won' | 'lost' | 'missed' | 'off' | 'open' | 'spared' | 'pending' | 'out';

/** The pick of a week that a team is: the week, or the week and `:2` for its second team. */
export type TeamSlot = string;

/** The slot of a week's only or first team, or of its second one. */
export function teamSlot(weekId: string, isSecond = false): TeamSlot {
  return isSecond ? `${weekId}:2` : weekId;
}

/** The week of a slot. */
export function weekOfSlot(slot: TeamSlot): string {
  return slot.split(':')[0] ?? slot;
}

/** The slots of a week: two from the week of the rules on. The rounds of the post-season have too few teams. */
export function teamSlots(weekId: string, { twoTeamsFrom = 0 }: UseRules): TeamSlot[] {
  const number = parseWeekId(weekId)?.number ?? 0;
  const hasTwo = twoTeamsFrom > 0 && !isPostSeason(weekId) && number >= twoTeamsFrom;
  return hasTwo ? [teamSlot(weekId), teamSlot(weekId, true)] : [teamSlot(weekId)];
}

/** A player's season. */
export interface SurvivorSeason {
  /** How many lives are left; 0 once out. */
  readonly lives: number;
  /** The week that took the last life. */
  readonly outWeekId: string | null;
  /** How many choices were safe. */
  readonly wins: number;
  /** In the order of the weeks; of each week's first team, if it has two. */
  readonly results: readonly SurvivorResult[];
  /** Of second teams, by week. */
  readonly seconds: Readonly<Record<string, SurvivorResult>>;
  /** The weeks that took the last life and after which it was bought back, in order. */
  readonly boughtBack: readonly string[];
}

/** A player's choices, by slot. */
export type TeamChoices = Readonly<Record<TeamSlot, TeamChoice>>;

/**
 * Computes a player's season. A choice counts as off if its game left the week. If more weeks of a phase have the same team than may (a game
 * was off, which freed its team, and was then played after all), the choices whose games kick off first count; another is off once its game
 * and theirs have begun. Where the last life is lost in a week after which the player was bought back, they go on with one life.
 * @param weeks of the pool, in order
 * @param spared the `sparedWeeks` of the pool
 */
export function survivorSeason(
  weeks: readonly SurvivorWeek[],
  choices: TeamChoices,
  rules: SurvivorRules,
  buyBacks: BuyBacks = NO_BUY_BACKS,
  spared: SparedWeeks = NO_SPARED_WEEKS,
): SurvivorSeason {
  const decided = decidedWeeks(weeks.map(({ games }) => games));
  const results: SurvivorResult[] = [];
  const seconds: Record<string, SurvivorResult> = {};
  let run = startOf(rules);
  for (const [at, own] of weekResults(weeks, { choices, buyBacks }, rules, decided).entries()) {
    const weekId = weeks[at]?.id ?? '';
    const isOut = run.outWeekId !== null;
    const [first = 'open', second] = own.map((result): SurvivorResult => {
      if (isOut) return 'out';
      if (!spared.has(weekId) || !fails(result)) return result;
      return decided[at] ? 'spared' : 'pending';
    });
    results.push(first);
    if (second !== undefined) seconds[weekId] = second;
    if (!spared.has(weekId)) run = runAfter(run, weekId, own, rules, buyBacks);
  }
  const wins = [...results, ...Object.values(seconds)].filter((result) => result === 'won').length;
  const { lives, outWeekId, boughtBack } = run;
  return { lives, outWeekId, wins, results, seconds, boughtBack };
}

/** The weeks that put nobody out because they would put out everybody who is left. */
export type SparedWeeks = ReadonlySet<string>;

export const NO_SPARED_WEEKS: SparedWeeks = new Set();

/** What decides the season of an entry: its choices, and its buy-backs as stored. */
export interface SurvivorPlayer {
  readonly choices: TeamChoices;
  readonly buyBacks: BuyBacks;
}

/**
 * The weeks that take nobody's last life, where the rules say that all go on. A decided week is spared if it would put out all who are left,
 * bought back after it or not; one that is not decided, as long as each of them may still go out in it.
 * @param weeks of the pool, in order
 * @param players every entry of the pool
 */
export function sparedWeeks(
  weeks: readonly SurvivorWeek[],
  players: readonly SurvivorPlayer[],
  rules: SurvivorRules,
): SparedWeeks {
  const spared = new Set<string>();
  if (rules.allOut !== 'goOn') return spared;
  const decided = decidedWeeks(weeks.map(({ games }) => games));
  const results = players.map((player) => weekResults(weeks, player, rules, decided));
  let runs = players.map(() => startOf(rules));
  for (const [at, { id }] of weeks.entries()) {
    const ofWeek = runs.map((run, player) => ({ run, own: results[player]?.[at] ?? [] }));
    // Who was bought back only after the week had no part in it.
    const left = ofWeek.filter(({ run, own }) => run.outWeekId === null && !own.includes('out'));
    const lasts = left.filter(({ run, own }) => own.filter(fails).length >= run.lives);
    const areSafe = left.some(({ run, own }) => own.filter(mayFail).length < run.lives);
    if (lasts.length > 0 && (decided[at] ? lasts.length === left.length : !areSafe)) spared.add(id);
    else
      runs = ofWeek.map(({ run, own }, player) =>
        runAfter(run, id, own, rules, players[player]?.buyBacks ?? NO_BUY_BACKS),
      );
  }
  return spared;
}

/** A season up to a week. */
type Run = Pick<SurvivorSeason, 'lives' | 'outWeekId' | 'boughtBack'>;

function startOf({ lives }: SurvivorRules): Run {
  return { lives, outWeekId: null, boughtBack: [] };
}

/** A season after one more week that is not spared. @param own the results of the week */
function runAfter(
  run: Run,
  weekId: string,
  own: readonly SurvivorResult[],
  rules: SurvivorRules,
  buyBacks: BuyBacks,
): Run {
  const lives = run.lives - own.filter(fails).length;
  if (run.outWeekId !== null || lives > 0) return run.outWeekId === null ? { ...run, lives } : run;
  if (buyBacks.has(weekId) && canBuyBack(weekId, run.boughtBack.length, rules))
    return { ...run, lives: 1, boughtBack: [...run.boughtBack, weekId] };
  return { ...run, lives: 0, outWeekId: weekId };
}

/** Whether a result costs a life unless its week is spared. */
function fails(result: SurvivorResult): boolean {
  return result === 'lost' || result === 'missed';
}

/**
 * The teams that a player has used up in other slots and cannot choose again in this one, each with the week of its last use. Includes the
 * slot's own team if games that kick off first use it up. A game that is off frees its team; used teams reset in the playoffs, and after the
 * week that the rules name.
 */
export function usedTeams(
  weeks: readonly SurvivorWeek[],
  choices: TeamChoices,
  slot: TeamSlot,
  rules: UseRules = {},
): ReadonlyMap<string, string> {
  const { teamUses = 1 } = rules;
  const weekId = weekOfSlot(slot);
  const ofPhase = playedChoices(weeks, choices, rules).filter((played) => isSamePhase(played.weekId, weekId, rules));
  const used = new Map<string, string>();
  for (const [team, played] of Map.groupBy(ofPhase, (each) => each.team)) {
    const counted = played.slice(0, teamUses);
    const last = counted.at(-1);
    const isUsedUp = counted.length === teamUses && counted.every((each) => each.slot !== slot);
    if (last !== undefined && isUsedUp) used.set(team, last.weekId);
  }
  return used;
}

/** Why a team cannot be chosen. */
export type ChoiceRefusal = NonNullable<ReturnType<typeof choiceRefusal>>;

/**
 * Why a player cannot choose a team for a week, or take back their choice; null if they can. A choice whose game has locked stays, unless
 * that game is off. The two teams of a week are of two games.
 * @param games of the week, with the pool's locks
 * @param other the week's other team
 * @param wanted null takes the choice back
 */
export function choiceRefusal(
  games: readonly (SurvivorGame & Pick<Game, 'lockAt'>)[],
  {
    stored,
    wanted,
    other = null,
    used,
    isOut,
  }: {
    readonly stored: TeamChoice | null;
    readonly wanted: TeamChoice | null;
    readonly other?: TeamChoice | null;
    readonly used: ReadonlyMap<string, string>;
    readonly isOut: boolean;
  },
  now: number,
) {
  const storedGame = stored === null ? undefined : gameOf(games, stored);
  if (storedGame && gameCounts(storedGame) && isLocked(storedGame, now)) return 'game_locked';
  if (wanted === null) return null;
  const game = games.find(({ gid }) => gid === wanted.gid);
  if (game === undefined) return 'game_not_found';
  if (wanted.team !== game.home && wanted.team !== game.away) return 'team_not_found';
  if (!gameCounts(game)) return 'game_void';
  if (isLocked(game, now)) return 'game_locked';
  if (isOut) return 'player_out';
  if (other?.gid === wanted.gid) return 'game_chosen';
  return used.has(wanted.team) ? 'team_used' : null;
}

/** The score of a choice: 1 point if it was safe, whether or not the player is out by then. */
export function choiceScore(games: readonly SurvivorGame[], choice: TeamChoice, rules: EndRules): Halves {
  const game = gameOf(games, choice);
  return game && isOver(game) && isSafe(game, choice.team, rules) ? halvesOfPoints(1) : 0;
}

/** The facts that order players at the end of a week. */
export type SurvivorRank = Pick<SurvivorSeason, 'lives' | 'outWeekId' | 'wins'>;

/**
 * Numbers that order the players of a survivor pool, highest first: players still in by lives, then those who went out later, then wins. If
 * nobody is left, those who went out last share the win; at the end of the season, those who are left, unless the rules separate them.
 * @param weeks of the pool, in order
 */
export function survivorOrder(
  players: readonly SurvivorRank[],
  weeks: readonly SurvivorWeek[],
  { survivors = 'share' }: Partial<Pick<PoolRules, 'survivors'>> = {},
): number[] {
  const weekIds = weeks.map(({ id }) => id);
  const isAtEnd = hasEnded(weeks);
  const outAt = players.map(({ outWeekId }) => (outWeekId === null ? weekIds.length : weekIds.indexOf(outWeekId)));
  const last = Math.max(-1, ...outAt);
  const isOver = players.every(({ lives }) => lives === 0);
  return players.map(({ lives, wins }, at) => {
    const isWinner = isOver && outAt[at] === last;
    const isSurvivor = isAtEnd && lives > 0;
    const ownLives = isSurvivor && survivors === 'share' ? 1 : lives;
    const ownWins = isWinner || (isSurvivor && survivors !== 'wins') ? 0 : wins;
    // With two teams a week there are up to two wins for each week.
    return (ownLives * (weekIds.length + 1) + (outAt[at] ?? 0)) * (2 * weekIds.length + 1) + ownWins;
  });
}

/** Whether the last week of a survivor pool is decided. Weeks that are off do not delay the end. */
function hasEnded(weeks: readonly SurvivorWeek[]): boolean {
  const games = weeks.map((week) => week.games);
  return decidedWeeks(games).includes(true) && endedWeeks(games).every(Boolean);
}

/**
 * The winners of a survivor pool, or nobody until it is decided. It is decided if all players are out; if one is left, once the week that
 * put out the last of the others is decided; or at the end of the season, when those who are level share the win.
 * @param weeks of the pool, in order
 */
export function survivorWinners(
  players: readonly (SurvivorRank & { readonly id: string })[],
  weeks: readonly SurvivorWeek[],
  rules: Partial<Pick<PoolRules, 'survivors'>> = {},
): string[] {
  const weekIds = weeks.map(({ id }) => id);
  const decided = decidedWeeks(weeks.map((week) => week.games));
  const alive = players.filter(({ lives }) => lives > 0);
  const lastOut = Math.max(-1, ...players.map(({ outWeekId }) => weekIds.indexOf(outWeekId ?? '')));
  const isOnlyOne = alive.length === 1 && decided[lastOut] === true;
  if (alive.length > 0 && !isOnlyOne && !hasEnded(weeks)) return [];
  const order = survivorOrder(players, weeks, rules);
  const best = Math.max(...order);
  return players.filter((_, at) => order[at] === best).map(({ id }) => id);
}

/** Whether a result costs a life, or may yet do so. */
function mayFail(result: SurvivorResult): boolean {
  return result !== 'won' && result !== 'out';
}

/** The choice of a slot, if there is one. */
export function choiceOf(choices: TeamChoices, slot: TeamSlot): TeamChoice | undefined {
  return Object.hasOwn(choices, slot) ? choices[slot] : undefined;
}

/** The week's other team, if it has two. */
export function otherChoice(choices: TeamChoices, slot: TeamSlot, rules: UseRules): TeamChoice | null {
  const other = teamSlots(weekOfSlot(slot), rules).find((each) => each !== slot);
  return other === undefined ? null : (choiceOf(choices, other) ?? null);
}

/** The results of all weeks, of each of its teams, whether or not the player is out by then. */
function weekResults(
  weeks: readonly SurvivorWeek[],
  { choices, buyBacks }: SurvivorPlayer,
  rules: SurvivorRules,
  decided: readonly boolean[],
): SurvivorResult[][] {
  const withoutChance = weeksWithoutChance(weeks, buyBacks);
  const begun = playedChoices(weeks, choices, rules).filter(({ game }) => game.status !== 'Not Started');
  return weeks.map(({ id, games }, at) =>
    teamSlots(id, rules).map((slot) => {
      if (withoutChance.has(id)) return 'out';
      return slotResult(slot, games, decided[at] ?? false, choiceOf(choices, slot), begun, rules);
    }),
  );
}

function slotResult(
  slot: TeamSlot,
  games: SurvivorWeek['games'],
  isDecided: boolean,
  choice: TeamChoice | undefined,
  begun: readonly PlayedChoice[],
  rules: SurvivorRules,
): SurvivorResult {
  if (choice === undefined) return isDecided ? 'missed' : 'open';
  const game = gameOf(games, choice);
  if (game === undefined || !gameCounts(game)) return 'off';
  const ofTeam = begun.filter(
    ({ team, weekId }) => team === choice.team && isSamePhase(weekId, weekOfSlot(slot), rules),
  );
  const counted = ofTeam.slice(0, rules.teamUses ?? 1);
  if (game.status !== 'Not Started' && counted.every((each) => each.slot !== slot)) return 'off';
  if (!isOver(game)) return 'open';
  return isSafe(game, choice.team, rules) ? 'won' : 'lost';
}

/** A choice whose game counts. */
interface PlayedChoice {
  readonly slot: TeamSlot;
  readonly weekId: string;
  readonly team: string;
  readonly game: SurvivorGame;
}

/** The choices whose games count, by kick-off; of games that kick off together, by week. */
function playedChoices(weeks: readonly SurvivorWeek[], choices: TeamChoices, rules: UseRules): PlayedChoice[] {
  const played = weeks.flatMap(({ id, games }) =>
    teamSlots(id, rules).flatMap((slot): PlayedChoice[] => {
      const choice = choiceOf(choices, slot);
      const game = choice && gameOf(games, choice);
      return choice && game && gameCounts(game) ? [{ slot, weekId: id, team: choice.team, game }] : [];
    }),
  );
  return played.toSorted((a, b) => a.game.kickoff - b.game.kickoff);
}

/** The game of a choice; undefined if it left the week, or the team no longer plays it. */
export function gameOf<G extends SurvivorGame>(games: readonly G[], { gid, team }: TeamChoice): G | undefined {
  return games.find((game) => game.gid === gid && (game.home === team || game.away === team));
}

function isSafe(game: SurvivorGame, team: string, rules: EndRules): boolean {
  const lead = (game.homeScore - game.awayScore) * (team === game.home ? 1 : -1);
  return isSafeEnd(lead, rules);
}

/** The phase of a season in which uses of a team are counted together: the regular season, or either part of it, or the post-season. */
export function phaseOf(weekId: string, { teamsAgainAfter = 0 }: UseRules): 'regular' | 'later' | 'post' {
  if (isPostSeason(weekId)) return 'post';
  const isLater = teamsAgainAfter > 0 && (parseWeekId(weekId)?.number ?? 0) > teamsAgainAfter;
  return isLater ? 'later' : 'regular';
}

/** Whether the uses of a team in two weeks are counted together. */
export function isSamePhase(a: string, b: string, rules: UseRules): boolean {
  return phaseOf(a, rules) === phaseOf(b, rules) && parseWeekId(a)?.season === parseWeekId(b)?.season;
}

/** All slots that weeks may have. */
export function teamSlotsOf(weekIds: readonly string[]): string[] {
  return weekIds.flatMap((weekId) => [teamSlot(weekId), teamSlot(weekId, true)]);
}
