import type { GameReply } from '#contract/shapes.ts';
import type { ChoiceRefusal } from '#core/formats/survivor.ts';
import { isOutBefore, teamRefusal } from '#core/formats/survivor-week.ts';
import { gameCounts, isOver } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { Side } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import { useClock } from '#web/lib/clock.ts';
import { PICKS_CLOSED_TEXT } from '#web/parts/countdown.ts';
import { isLive, LiveBadge, StatusBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import type { TeamWeek } from '#web/parts/survivor/team-week.ts';
import { Icon } from '#web/ui/icon.tsx';
import { cardId } from './scroll-to-game.ts';
import { tappedTeam } from './taps.ts';

interface ChoiceCardProps {
  readonly game: GameReply;
  readonly weekId: string;
  /** All of the week. */
  readonly games: readonly GameReply[];
  readonly own: TeamWeek;
  readonly isMember: boolean;
}

/** One game: each of its teams is a button, unless it cannot be chosen. */
export function ChoiceCard({ game, weekId, games, own, isMember }: ChoiceCardProps) {
  const closed = useClock((now) => isLocked(game, now)) || game.status !== 'Not Started';
  const showsStatus = game.status !== 'Not Started' || game.void !== null;
  return (
    <article
      id={cardId(game.gid)}
      aria-label={`${nameOf(game.away)} at ${nameOf(game.home)}`}
      className="panel choice-card"
    >
      {(showsStatus || closed) && (
        <p className="choice-card-head">
          <span className="min-w-0 flex-1 truncate">{game.situation === game.status ? '' : game.situation}</span>
          {showsStatus ? <StatusBadge game={game} /> : PICKS_CLOSED_TEXT}
          {isLive(game) && <LiveBadge />}
        </p>
      )}
      <div className="choice-card-teams">
        {(['away', 'home'] as const).map((side) => (
          <TeamButton key={side} {...{ side, game, weekId, games, own, isMember }} />
        ))}
      </div>
    </article>
  );
}

interface TeamButtonProps extends ChoiceCardProps {
  readonly side: Side;
}

function TeamButton({ side, game, weekId, games, own, isMember }: TeamButtonProps) {
  const team = game[side];
  const { holder, choose } = own;
  const wanted = { gid: game.gid, team };
  const refusal = useClock((now) => teamRefusal(weekId, games, holder, wanted, now));
  const isUsed = holder.used.has(team);
  const isChosen =
    holder.choice?.gid === game.gid &&
    holder.choice.team === team &&
    gameCounts(game) &&
    !isUsed &&
    !isOutBefore(holder.outWeekId, weekId);
  const result = isChosen ? resultOf(game, side) : 'none';
  const note = noteOf({ refusal, isChosen, result }, holder.used.get(team));
  const isOpen = isMember && refusal === null;
  const spoken = [`${isOpen ? 'Choose ' : ''}${nameOf(team)}`, against(game, side), note].filter(Boolean).join(', ');
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={!isOpen}
      onClick={() => choose(tappedTeam(wanted, { isChosen, bus: own.bus }))}
      className={`half choice ${result} ${isUsed ? 'used' : ''}`}
    >
      <Helmet team={team} side={side} className="choice-helmet" />
      <span className="sr-only">{spoken}</span>
      <span aria-hidden="true" className="choice-words">
        <span className="block font-display text-xl leading-6 font-semibold">
          {team}
          {game.status !== 'Not Started' && <span className="choice-score">{game[`${side}Score`]}</span>}
        </span>
        <span className="block text-sm leading-4 text-ink-soft">{note ?? nameOf(team, 'shortName')}</span>
      </span>
      {isChosen && <Icon name={result === 'incorrect' ? 'cross' : 'check'} className="choice-mark" />}
    </button>
  );
}

/** Whom the team meets, and how it stands once they play: `at New York Jets, 7 to 3`. */
function against(game: GameReply, side: Side): string {
  const opponent = side === 'home' ? `against ${nameOf(game.away)}` : `at ${nameOf(game.home)}`;
  if (game.status === 'Not Started') return opponent;
  const { awayScore, homeScore } = game;
  return `${opponent}, ${side === 'home' ? `${homeScore} to ${awayScore}` : `${awayScore} to ${homeScore}`}`;
}

interface Noted {
  readonly refusal: ChoiceRefusal | null;
  readonly isChosen: boolean;
  readonly result: ChoiceResult;
}

/** What there is to say of a team in place of its name. */
function noteOf({ refusal, isChosen, result }: Noted, usedIn: string | undefined): string | null {
  if (isChosen && result !== 'none') return chosenNotes[result];
  if (usedIn !== undefined) return `Your team in ${weekName(usedIn)}`;
  return refusal === 'game_void' ? 'Called off' : null;
}

type ChoiceResult = 'pending' | 'correct' | 'incorrect' | 'none';

const chosenNotes = {
  pending: 'Your team',
  correct: 'Your team won',
  incorrect: "Your team didn't win",
} as const;

function resultOf(game: GameReply, side: Side): ChoiceResult {
  if (!isOver(game)) return 'pending';
  const isAhead = side === 'home' ? game.homeScore > game.awayScore : game.awayScore > game.homeScore;
  return isAhead ? 'correct' : 'incorrect';
}

function nameOf(abbr: string, name: 'longName' | 'shortName' = 'longName'): string {
  return teamByAbbr(abbr)?.[name] ?? abbr;
}
