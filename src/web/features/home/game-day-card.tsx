import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { compareGames, gameCounts } from '#core/game.ts';
import type { VisibleWeek } from '#core/game-day/visible-week.ts';
import { headlineLabel, ownWords, stakeText } from '#core/game-day/words.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { gamesNow, leadingNowText } from '#core/leading-now.ts';
import { lockedBeforeJoining } from '#core/newcomers.ts';
import { pickOf, sharesOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { leadingSide } from '#core/spread.ts';
import type { CountedPick, CountedPicks, Side } from '#core/types.ts';
import { whoPicked } from '#core/who-picked.ts';
import { useClock } from '#web/lib/clock.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import type { CalculatedDay } from '#web/parts/game-day.tsx';
import { Outlook, OutlookSkeleton, useGameDay } from '#web/parts/game-day.tsx';
import { isLive, LiveBadge } from '#web/parts/game-status.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { matchupQuery } from '#web/parts/queries.ts';
import type { Fixed } from '#web/parts/visible-week.ts';
import { useVisibleWeek } from '#web/parts/visible-week.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { WhoPicked } from '#web/parts/who-picked/who-picked.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading } from '#web/ui/loaded.tsx';

interface GameDayOutlookProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
}

const NOTHING_FIXED: Fixed = {};

/** The card of a week in progress, with the person's outlook and whom to root for. */
export function GameDayOutlook({ pool, weekId, week }: GameDayOutlookProps) {
  const visible = useVisibleWeek(pool, weekId, week, NOTHING_FIXED);
  const { isLoadingError, data: matchup } = useQuery(matchupQuery(pool.id, weekId));
  const [whoOf, setWhoOf] = useState<GameReply | null>(null);
  const { done, failed } = useGameDay(visible);
  const words = done && ownWords(done.week, done.day);
  const leading = matchup ? leadingNowText(matchup.rows, gamesNow(matchup.games, week.games, pool.rules)) : '';
  const field = done ? [leading, fieldText(done)].filter(Boolean) : [];
  const outlook = words ? (
    <Outlook label={headlineLabel(done.week, done.day)} words={words} field={field} />
  ) : done || failed || isLoadingError ? null : (
    <Loading>
      <OutlookSkeleton />
    </Loading>
  );
  return (
    <>
      <GameDayCard
        games={week.games}
        picks={week.picks}
        rules={pool.rules}
        plays
        outlook={outlook && <div className="mb-3">{outlook}</div>}
        stakeOf={done ? (game) => stakeOf(done, game) : undefined}
        shareOf={done ? (game) => <Share game={game} week={done.week} onWho={setWhoOf} /> : undefined}
      />
      {whoOf && <WhoPicked poolId={pool.id} game={whoOf} onClose={() => setWhoOf(null)} />}
    </>
  );
}

interface ShareProps {
  readonly game: GameReply;
  readonly week: VisibleWeek;
  readonly onWho: (game: GameReply) => void;
}

/** The share of the side that most members picked, if there is one; it opens who picked whom. Nothing if nobody picked. */
function Share({ game, week, onWho }: ShareProps) {
  const { home, away } = whoPicked(week.rows, week.gids.indexOf(game.gid));
  const split = sharesOf({ home: home.length, away: away.length });
  if (split === null) return null;
  const side = split.home > split.away ? 'home' : 'away';
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title="Who picked whom?"
      onClick={() => onWho(game)}
      className="-my-0.5 py-0.5 whitespace-nowrap underline decoration-dotted underline-offset-4 hover:text-ink"
    >
      {split.home === split.away ? 'Picks are split 50/50' : `${split[side]}% of picks: ${game[side]}`}
    </button>
  );
}

function fieldText({ day }: CalculatedDay): string {
  if (day.games.length === 0) return '';
  const inIt = day.players.filter(({ hope }) => hope !== 'out').length;
  if (inIt === day.players.length) return '';
  return `${inIt} of ${day.players.length} can still win the week.`;
}

/** What a game means to the person. */
function stakeOf({ day, week }: CalculatedDay, game: GameReply): string {
  const report = day.games.find(({ gid }) => gid === game.gid);
  return report ? stakeText(report, game, week) : '';
}

interface GameDayCardProps {
  readonly games: readonly GameReply[];
  /** The picks that count. */
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
  /** Whether the person has picks here. */
  readonly plays: boolean;
  /** The person's outlook for the week, if there is one. */
  readonly outlook?: ReactNode;
  /** What a game means to the person, in words. */
  readonly stakeOf?: ((game: GameReply) => string) | undefined;
  /** How the pool picked a game. */
  readonly shareOf?: ((game: GameReply) => ReactNode) | undefined;
}

/** A week in progress: the person's outlook, and the running games. */
export function GameDayCard({ games, picks, rules, plays, outlook, stakeOf, shareOf }: GameDayCardProps) {
  const live = games.filter(isLive);
  const joinedAt = useEntries().entry?.joinedAt ?? 0;
  return (
    <section className="lg:col-span-3">
      <div className="mb-3 flex items-center gap-3">
        <h2 className="heading text-xl">Game day</h2>
        <div className="hash flex-1 opacity-60" aria-hidden="true" />
        <Link
          to="/matchup/game-day"
          className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-turf"
        >
          What if, who can win
          <Icon name="chevronRight" />
        </Link>
      </div>
      {outlook}
      {live.length === 0 ? (
        <p className="panel p-5 text-ink-soft">
          No games right now. <NextKickoff games={games} />
        </p>
      ) : (
        <ul className="live-lines panel grid grid-cols-1 sm:grid-cols-2 lg:grid-cols-3">
          {live.map((game) => {
            const pick = pickOf(picks, game.gid);
            const status = plays ? pickStatus(game, pick, rules, joinedAt) : '';
            const stake = stakeOf?.(game) ?? '';
            return (
              <li key={game.gid} className="p-3">
                <LiveGame game={game} pick={pick} />
                <p className="text-sm text-pretty text-ink-soft">
                  {status} <span className="text-ink">{stake}</span> {shareOf?.(game)}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface LiveGameProps {
  readonly game: GameReply;
  readonly pick: CountedPick | undefined;
}

function LiveGame({ game, pick }: LiveGameProps) {
  return (
    <>
      <p className="flex items-center justify-between gap-2 text-sm text-ink-soft">
        <span className="min-w-0">{game.situation}</span>
        <LiveBadge />
      </p>
      <div className="live-teams grid gap-x-2 py-1">
        <Team game={game} side="away" pick={pick} />
        <Team game={game} side="home" pick={pick} />
      </div>
    </>
  );
}

interface TeamProps extends LiveGameProps {
  readonly side: Side;
}

function Team({ game, side, pick }: TeamProps) {
  return (
    <span className="flex items-center gap-1.5 font-display text-xl font-semibold">
      <Helmet team={game[side]} side={side} className="h-9 w-11 max-narrow:hidden" />
      {game[side]}
      {pick?.side === side && (
        <Icon name="check" label={`Your ${pick.auto ? 'auto pick' : 'pick'}`} className="size-5 text-blue" />
      )}
      <span className="board led ml-auto px-2 py-0.5 text-xl">
        <Digits value={String(game[`${side}Score`]).padStart(2, ' ')} />
      </span>
    </span>
  );
}

function pickStatus(game: GameReply, pick: CountedPick | undefined, rules: PoolRules, joinedAt: number): string {
  if (pick === undefined)
    return lockedBeforeJoining(game, joinedAt) ? 'Before you joined.' : "You didn't pick this one.";
  const leading = leadingSide(game, rules);
  const worth = pick.value === undefined ? '' : ` (worth ${pick.value})`;
  if (leading === 'tie') return `It's tied${worth}.`;
  if (leading === 'push') return `Level with the line${worth}.`;
  return `Your ${pick.auto ? 'auto pick' : 'pick'} is ${leading === pick.side ? 'winning' : 'losing'}${worth}.`;
}

/** The next game to begin; never one whose time has passed. */
function NextKickoff({ games }: Pick<GameDayCardProps, 'games'>): string {
  const text = useClock((now) => {
    const coming = games.filter((game) => game.status === 'Not Started' && gameCounts(game) && kickoffOf(game) > now);
    const [next] = coming.sort(compareGames);
    if (next === undefined) return '';
    const { day, time } = kickoffText(next);
    return `${next.away} at ${next.home} kicks off next: ${day}, ${time}.`;
  });
  return text;
}

/** When a game begins; a game without a time counts until it locks. */
function kickoffOf({ kickoff, timeTbd, lockAt }: GameReply): number {
  return timeTbd ? lockAt : kickoff;
}
