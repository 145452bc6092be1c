import { traitsOf } from '#core/formats/traits.ts';
import { isOver } from '#core/game.ts';
import { capital, listedNames } from '#core/listed.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { formatPoints, pointsText } from '#core/scoring.ts';
import { favoredSide, knownLine } from '#core/spread.ts';
import { weekName } from '#core/weeks.ts';
import type { AskedGame, PickReason } from './pick.ts';
import type { RankReason, WeekShare } from './season.ts';
import type { GuessReason, WinReason } from './week.ts';

/** The pick: `Picked BUF`, `Best bet: BUF`, `Auto: BUF, not picked`. */
export function sideText({ game, side, cause, isAuto, isBest }: PickReason): string {
  if (cause === 'sealed') return 'Pick is in';
  if (side === null) return 'No pick';
  if (isAuto) return `Auto: ${game[side]}, not picked`;
  return isBest ? `Best bet: ${game[side]}` : `Picked ${game[side]}`;
}

/** The score of a game, or its progress: `KC 20, BUF 24`. */
export function scoreText({ game, cause }: PickReason): string {
  const { away, home, awayScore, homeScore, status } = game;
  if (cause === 'off' || status === 'Not Started') return `${away} @ ${home}`;
  return `${away} ${awayScore}, ${home} ${homeScore}`;
}

/**
 * The rule that decided, in words.
 * @param isOwn whether the reader's own entry is explained
 */
export function causeText(reason: PickReason, rules: PoolRules, isOwn: boolean): string {
  const { cause, game } = reason;
  switch (cause) {
    case 'off':
      return `${game.void === 'cancelled' ? 'Cancelled' : 'Postponed'}: the game counts for nobody.`;
    case 'sealed':
      return 'Sealed until the game locks.';
    case 'before':
      return `This game locked before ${isOwn ? 'you' : 'they'} joined.`;
    case 'missed':
      return 'The game locked without a pick.';
    case 'limit':
      return 'The limit of auto picks was reached.';
    case 'left-out':
      return 'Not one of the games picked this week.';
    case 'open':
      return 'Can still be picked.';
    case 'coming':
      return 'Not played yet.';
    case 'running':
      return runningText(reason, rules);
    case 'scores':
      return `${evenText(reason, rules)}${winnerOf(reason)} won by ${Math.abs(reason.wonBy)}.`;
    case 'tie':
      return `${evenText(reason, rules)}${rules.useSpread && reason.line !== null ? 'the game' : 'The game'} ended level. ${ties[rules.tie]}`;
    case 'push':
      return pushText(reason, rules);
    case 'line':
      return `${favoredText(reason)} ${marginText(reason)}: ${winnerOf(reason)} covered.`;
  }
}

/** Whether a game locked without a pick, and nothing counts for it. */
function isMissed(cause: PickReason['cause']): boolean {
  return cause === 'missed' || cause === 'limit';
}

/** The score of a week in games: `7 right of 14 played`, `6 right and 1 half right of 14 played`. A missing pick counts as played. */
export function playedText(picks: readonly PickReason[]): string {
  const counting = picks.filter(({ cause }) => cause !== 'off' && cause !== 'before' && cause !== 'left-out');
  const played = counting.filter(({ game, cause, result }) => isOver(game) && (result !== 'none' || isMissed(cause)));
  if (played.length === 0) return 'no game played yet';
  const count = (wanted: PickReason['result']) => played.filter(({ result }) => result === wanted).length;
  const split = count('split');
  return `${count('correct')} right${split > 0 ? ` and ${split} half right` : ''} of ${played.length} played`;
}

/** How many entries with as many points are named. */
const SEPARATED_SHOWN = 2;

const ties = {
  nobody: 'On a tie nobody is right.',
  half: 'On a tie either side is half right.',
  both: 'On a tie both sides are right.',
} as const;

/** The origin of the line, if it is not the current line of the market: `Line frozen on Tuesday.` */
export function lineText({ cause, line, lineFrom, game }: PickReason, rules: PoolRules): string {
  if (cause !== 'line' && cause !== 'push' && cause !== 'scores') return '';
  if (!rules.useSpread || line === null) return '';
  const source = { market: '', tuesday: 'Line frozen on Tuesday', pool: 'Line corrected in this pool' }[lineFrom];
  const stored = rules.line === 'frozen' ? (game.frozenSpread ?? game.spread) : game.spread;
  const rounded = stored === line || stored === null ? '' : `rounded from ${Math.abs(stored)}`;
  if (source === '') return rounded === '' ? '' : `Line ${rounded}.`;
  return `${source}${rounded === '' ? '' : `, ${rounded}`}.`;
}

/** How the points are computed, if a right pick is not worth one: `Worth 12, 2 times in the Wild Card: 24 points.` */
export function worthText(reason: PickReason, rules: PoolRules): string {
  const { side, result, cause, points, value, halves, game, isBest, isUpset } = reason;
  if (side === null || cause === 'off' || result === 'none') return '';
  const { hasValues } = traitsOf(rules);
  const round = weekName(game.weekId);
  const steps = [
    hasValues && `${value} on the game`,
    isUpset && underdogText(game, rules),
    points !== 1 && (hasValues ? `${points} times that in the ${round}` : `${points} points a pick in the ${round}`),
    isBest && 'double as best bet',
    result === 'split' && 'half of it',
  ].filter((step) => step !== false);
  if (steps.length === 0) return '';
  const sum = result === 'correct' || result === 'split' ? `: ${pointsText(halves)}` : '';
  return `${capital(steps.join(', '))}${sum}.`;
}

/** What makes a pick of the underdog worth more: `underdog by 6.5, rounded up`, `underdog, 2 points more`. */
function underdogText(game: AskedGame, rules: PoolRules): string {
  if (rules.upset !== 'line') return `underdog, ${rules.upset} ${rules.upset === 1 ? 'point' : 'points'} more`;
  const line = Math.abs(knownLine(game, rules) ?? 0);
  return `underdog by ${line}${Number.isInteger(line) ? '' : ', rounded up'}`;
}

/** The points of a pick: `+1`, `+7.5`, `0`; a dash if nothing is decided or counts. */
export function addedText({ result, cause, halves }: PickReason): string {
  if (halves > 0) return `+${formatPoints(halves)}`;
  return result === 'incorrect' || isMissed(cause) ? '0' : '–';
}

/** What a week added to a total, if it is not simply its score. */
export function shareText({ isDropped, isLate, points }: WeekShare, { dropWeeks }: PoolRules): string {
  const lowest = dropWeeks === 1 ? 'the lowest week' : `one of the ${dropWeeks} lowest weeks`;
  return [
    isLate && 'From before they joined: the lowest score of those who picked.',
    isDropped && `Dropped: ${lowest}.`,
    points > 1 && `${points} points a right pick.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Why an entry has its place: `3 players have more. Level with Ann: they share the place.` */
export function rankText(reason: RankReason): string {
  const { rank, ahead, areEntries, levelWith, leaders, behind, lead } = reason;
  const separated = separatedText(reason);
  const shared = levelWith.length > 0 ? `Level with ${listedNames(levelWith)}: level totals share a place.` : '';
  if (rank === 1) {
    const led =
      lead === null
        ? ''
        : `${formatPoints(lead)} ahead of ${levelWith.length > 0 || separated !== '' ? 'the rest' : 'the next'}.`;
    return ['Nobody has more.', shared, separated, led].filter(Boolean).join(' ');
  }
  const [one, many] = areEntries ? ['entry', 'entries'] : ['player', 'players'];
  const more = ahead === 1 ? `1 ${one} has more.` : `${ahead} ${many} have more.`;
  const gap = behind === 0 ? '' : `${formatPoints(behind)} behind ${listedNames(leaders)}.`;
  return [ahead === 0 ? 'Nobody has more.' : more, shared, separated, gap].filter(Boolean).join(' ');
}

/** The season tiebreak against entries with as many points: `Behind Bob on week wins, 3 to 4.` */
function separatedText({ separated }: RankReason): string {
  const measures = { wins: 'week wins', correct: 'right picks', off: 'guesses, in points off' } as const;
  const texts = separated.slice(0, SEPARATED_SHOWN).map(({ name, by, own, theirs }) => {
    const isAhead = by === 'off' ? own < theirs : own > theirs;
    return `${isAhead ? 'Ahead of' : 'Behind'} ${name} on ${measures[by]}, ${own} to ${theirs}.`;
  });
  return texts.length === 0 ? '' : `Level on points: ${texts.join(' ')}`;
}

/** How a week was won, or lost at its top. */
export function winText({ isWinner, levelWith, guesses, total }: WinReason, rules: PoolRules): string {
  if (levelWith.length === 0) return 'Nobody has more: won the week.';
  const level = `Level with ${listedNames(levelWith)} at the top.`;
  if (guesses === null) {
    const none =
      rules.tiebreak === 'none'
        ? ''
        : total === null
          ? ' The tiebreak game was off.'
          : ' Their guesses are level, too.';
    return `${level}${none} They share the week.`;
  }
  return `${level} The tiebreak decided: ${isWinner ? 'won the week' : 'the week went to the better guess'}.`;
}

/** A guess and the total: `43, 2 under`, `43, right on`, `no guess`. */
export function guessText({ guess, difference, isFirst }: GuessReason): string {
  if (guess === null || difference === null) return 'no guess';
  const off = difference === 0 ? 'right on' : `${Math.abs(difference)} ${difference > 0 ? 'over' : 'under'}`;
  return `${guess}, ${off}${isFirst ? ', guessed first' : ''}`;
}

/** How an average is computed: `90 points in 10 weeks`. */
export function averageText(total: Halves, weeks: number): string {
  return `${pointsText(total)} in ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`;
}

/** Who would be right if the game ended now. */
function runningText(reason: PickReason, { useSpread }: PoolRules): string {
  const leader = winnerOf(reason);
  if (leader === '') return 'Still being played, level right now.';
  return `Still being played: ${leader} ${useSpread ? 'is covering' : 'leads'} right now.`;
}

/** The text before the winner in a pool with lines, if no line decided. */
function evenText({ line }: PickReason, { useSpread }: PoolRules): string {
  if (!useSpread) return '';
  return line === null ? 'No line: ' : 'The line was even: ';
}

function favoredText({ game, line }: PickReason): string {
  return `${game[favoredSide(line) ?? 'home']} was favored by ${Math.abs(line ?? 0)} and`;
}

function marginText({ wonBy, line }: PickReason): string {
  if (wonBy < 0) return `lost by ${-wonBy}`;
  if (wonBy === 0) return 'ended level';
  return wonBy < Math.abs(line ?? 0) ? `won by only ${wonBy}` : `won by ${wonBy}`;
}

function pushText(reason: PickReason, { push }: PoolRules): string {
  const ends = {
    home: `a push, which goes to the home side, ${reason.game.home}`,
    half: 'a push, half right for either side',
    none: 'a push, so the game counts for nobody',
  };
  return `${favoredText(reason)} won by just that: ${ends[push]}.`;
}

function winnerOf({ game, outcome }: PickReason): string {
  return outcome === 'home' || outcome === 'away' ? game[outcome] : '';
}
