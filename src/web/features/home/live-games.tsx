import type { GameReply } from '#contract/shapes.ts';
import { compareGames, gameCounts } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { pickOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { leadingSide } from '#core/spread.ts';
import type { CountedPick, CountedPicks, Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { Link } from '#web/lib/navigation.tsx';
import { isLive, LiveBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface LiveGamesProps {
  readonly games: readonly GameReply[];
  /** Those that count. */
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
  /** Whether the person has picks here. */
  readonly plays: boolean;
}

/** The games that run right now, and whether the own picks are ahead. */
export function LiveGames({ games, picks, rules, plays }: LiveGamesProps) {
  const live = games.filter(isLive);
  return (
    <section className="lg:col-span-3">
      <div className="mb-3 flex items-center gap-3">
        <h2 className="heading text-xl">Live games</h2>
        <div className="hash flex-1 opacity-60" aria-hidden="true" />
        <Link to="/matchup" className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-turf">
          MatchUp
          <Icon name="chevronRight" />
        </Link>
      </div>
      {live.length === 0 ? (
        <p className="panel p-5 text-ink-soft">
          No games right now. <NextKickoff games={games} />
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {live.map((game) => (
            <li key={game.gid}>
              <LiveGame
                game={game}
                status={plays ? pickStatus(game, pickOf(picks, game.gid), rules) : null}
                pick={pickOf(picks, game.gid)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface LiveGameProps {
  readonly game: GameReply;
  readonly pick: CountedPick | undefined;
  /** How the own pick does, in words. */
  readonly status: string | null;
}

function LiveGame({ game, pick, status }: LiveGameProps) {
  return (
    <article className="panel p-3">
      <div className="mb-2 flex items-center justify-between gap-2 px-1 text-sm text-ink-soft">
        <span className="truncate">{game.situation}</span>
        <LiveBadge />
      </div>
      <Line game={game} side="away" pick={pick} score={game.awayScore} />
      <Line game={game} side="home" pick={pick} score={game.homeScore} />
      {status !== null && <p className="mt-2 px-1 text-sm text-ink-soft">{status}</p>}
    </article>
  );
}

interface LineProps {
  readonly game: GameReply;
  readonly side: Side;
  readonly pick: CountedPick | undefined;
  readonly score: number;
}

function Line({ game, side, pick, score }: LineProps) {
  const mine = pick?.side === side;
  return (
    <div className="flex items-center gap-2 py-0.5">
      <Helmet team={game[side]} side={side} className="h-10 w-12 max-narrow:w-9" />
      <span className="font-display text-xl font-semibold">{game[side]}</span>
      {mine && <Icon name="check" label={`Your ${pick.auto ? 'auto pick' : 'pick'}`} className="size-5 text-blue" />}
      <span className="board led ml-auto px-2.5 py-1 text-2xl">
        <Digits value={String(score).padStart(2, ' ')} />
      </span>
    </div>
  );
}

function pickStatus(game: GameReply, pick: CountedPick | undefined, rules: PoolRules): string {
  if (pick === undefined) return "You didn't pick this one.";
  const leading = leadingSide(game, rules);
  if (leading === 'tie') return "It's tied.";
  if (leading === 'push') return 'Level with the line.';
  return `Your ${pick.auto ? 'auto pick' : 'pick'} is ${leading === pick.side ? 'winning' : 'losing'}.`;
}

/** The game that begins next: never one whose time has passed. */
function NextKickoff({ games }: Pick<LiveGamesProps, 'games'>): string {
  const text = useClock((now) => {
    const coming = games.filter((game) => game.status === 'Not Started' && gameCounts(game) && kickoffOf(game) > now);
    const [next] = coming.sort(compareGames);
    if (next === undefined) return '';
    const { day, time } = kickoffText(next);
    return `${next.away} at ${next.home} kicks off next: ${day}, ${time}.`;
  });
  return text;
}

/** When it begins; a game without a time counts until it locks. */
function kickoffOf({ kickoff, timeTbd, lockAt }: GameReply): number {
  return timeTbd ? lockAt : kickoff;
}
