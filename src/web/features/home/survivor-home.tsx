import type { ReactNode } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { StandingRow, StandingsReply } from '#contract/standings.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import type { WeekStage } from '#core/formats/survivor/week.ts';
import { asksForTeam, weekStage } from '#core/formats/survivor/week.ts';
import type { Picks, Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { Link } from '#web/lib/navigation.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { BuyBackButton, hasBuyBack } from '#web/parts/survivor/buy-back-button.tsx';
import { weekAfter } from '#web/parts/survivor/buy-back-offer.ts';
import type { StageText, TeamWeek } from '#web/parts/survivor/team-week.ts';
import { stageText, useTeamWeeks } from '#web/parts/survivor/team-week.ts';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import { NextLock } from './deadline-board.tsx';
import { GameDayCard } from './game-day-card.tsx';
import { SurvivorRank } from './my-rank.tsx';
import { Spectator } from './spectator.tsx';

interface SurvivorHomeProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly isMember: boolean;
  /** Undefined if they cannot be read now. */
  readonly standings: StandingsReply | undefined;
  readonly news: ReactNode;
}

/** This week in a survivor pool: the viewer's team, who is left, and the running games; once the pool is decided, who won. */
export function SurvivorHome({ pool, weekId, isMember, standings, news }: SurvivorHomeProps) {
  if (standings?.survivors?.length) {
    return (
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
        <Won standings={standings} />
        <SurvivorRank poolId={pool.id} standings={standings} lives={pool.rules.lives} />
        {news}
      </div>
    );
  }
  return (
    <WeekLoader pool={pool} weekId={weekId} skeleton={<Skeleton className="h-82 sm:h-90" />}>
      {({ games }) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-3">
          <Week pool={pool} weekId={weekId} games={games} isMember={isMember} standings={standings} news={news} />
        </div>
      )}
    </WeekLoader>
  );
}

interface WeekProps extends SurvivorHomeProps {
  readonly games: readonly GameReply[];
}

function Week({ pool, weekId, games, isMember, standings, news }: WeekProps) {
  const owns = useTeamWeeks(pool, weekId, games);
  const picks = Object.assign({}, ...owns.map((own) => pickOf(own, games)));
  return (
    <>
      {isMember ? <TeamBoard pool={pool} weekId={weekId} games={games} owns={owns} /> : <Spectator />}
      <SurvivorRank poolId={pool.id} standings={standings} lives={pool.rules.lives} />
      {news}
      <GameDayCard
        games={games}
        picks={picks}
        rules={pool.rules}
        plays={false}
        shareOf={standings && ((game) => teamsText(game, standings))}
      />
    </>
  );
}

/** How many entries have each team of a locked game: `3 have BUF, 5 have KC.` */
function teamsText({ weekId, away, home }: GameReply, { weeks, rows }: StandingsReply): string {
  const place = weeks.indexOf(weekId);
  const teamsOf = ({ survival }: StandingRow) => [survival?.weeks[place]?.team, survival?.weeks[place]?.second?.team];
  const countOf = (team: string) => rows.filter((row) => teamsOf(row).includes(team)).length;
  const counts = [away, home].map((team) => [team, countOf(team)] as const).filter(([, count]) => count > 0);
  if (counts.length === 0) return 'Nobody has either team.';
  return `${counts.map(([team, count]) => `${count} ${count === 1 ? 'has' : 'have'} ${team}`).join(', ')}.`;
}

interface TeamBoardProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly games: readonly GameReply[];
  readonly owns: readonly [TeamWeek, ...TeamWeek[]];
}

/** The big board: what the week needs, and the time left for it. Of two teams, the first that is missing, or both. */
function TeamBoard({ pool, weekId, games, owns }: TeamBoardProps) {
  const { rules } = pool;
  const stages = useClock((now) =>
    owns.map(({ holder }) => weekStage(weekId, games, holder, now, rules)).join(' '),
  ).split(' ') as WeekStage[];
  const stageOf = (at: number) => stages[at] ?? 'choose';
  const missing = stages.findIndex(asksForTeam);
  const at = missing === -1 ? Math.max(0, stages.indexOf('chosen')) : missing;
  const [own, stage] = [owns[at] ?? owns[0], stageOf(at)];
  const texts = owns.map((each, which) => {
    if (each.isWaiting && stageOf(which) === 'chosen') return unconfirmedText(each);
    return stageText(stageOf(which), weekId, { ...each, rules });
  });
  const isSaid = (which: number) => which === texts.findIndex(({ title }) => title === texts[which]?.title);
  const said = texts.filter((_, which) => (missing === -1 ? isSaid(which) : which === missing));
  const isOut = own.holder.outWeekId !== null;
  const buyBack = <BuyBackButton pool={pool} weekId={weekId} own={own} choosesHere={false} />;
  // Whoever was bought back after this week goes on in the next one.
  const next = own.boughtBack.includes(weekId) ? weekAfter(pool.weeks, weekId) : undefined;
  return (
    <section className="board bolts flex flex-col gap-5 p-5 sm:p-7 lg:col-span-2">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="label text-board-soft">{owns.length > 1 ? 'Your teams' : 'Your team'}</h2>
          <div className="grid gap-3">
            {said.map(({ title, note, look }) => (
              <div key={title}>
                <p className={`led leading-tight ${said.length > 1 ? 'text-3xl' : 'text-4xl sm:text-5xl'} ${look}`}>
                  {title}
                </p>
                <p className="mt-2 text-board-ink">{note}</p>
              </div>
            ))}
          </div>
          {own.failure !== undefined && <p className="text-sm text-led-red">{own.failure}</p>}
        </div>
        <LockOf stage={stage} games={games} game={games.find(({ gid }) => gid === own.holder.choice?.gid)} />
      </div>
      {owns.map((each, which) => (
        <ChosenTeam key={teamSlot(weekId, each.isSecond)} own={each} stage={stageOf(which)} games={games} />
      ))}
      <div className="mt-auto flex flex-wrap gap-3">
        {own.offer?.act === 'buy' && buyBack}
        <Link
          to={isOut ? '/matchup' : next === undefined ? '/picks' : `/picks?week=${next}`}
          className={`${buttonLook(isOut && hasBuyBack(pool, own) ? 'plain' : 'primary')} text-xl max-md:w-full`}
        >
          {isOut ? "See who's left" : next === undefined ? linkText(stage, owns.length) : 'Choose your next team'}
          <Icon name="chevronRight" />
        </Link>
        {own.offer?.act === 'takeBack' && buyBack}
      </div>
    </section>
  );
}

/** For a team that was chosen without a connection. */
function unconfirmedText({ holder: { choice } }: TeamWeek): StageText {
  return { title: `${choice?.team} not confirmed yet`, note: "It's sent as soon as you're back online.", look: '' };
}

interface ChosenTeamProps extends Pick<TeamBoardProps, 'games'> {
  readonly own: TeamWeek;
  readonly stage: WeekStage;
}

function ChosenTeam({ own, stage, games }: ChosenTeamProps) {
  const { choice } = own.holder;
  const game = games.find(({ gid }) => gid === choice?.gid);
  if (choice === null || game === undefined || stage === 'out' || stage === 'replace') return null;
  return (
    <p className="flex items-center gap-3 border-t border-board-line pt-4 font-display text-lg">
      <Helmet team={choice.team} side={choice.team === game.home ? 'home' : 'away'} className="h-12 w-14" />
      {teamText(game, 'away')} @ {teamText(game, 'home')}
    </p>
  );
}

function teamText(game: GameReply, side: Side): string {
  return game.status === 'Not Started' ? game[side] : `${game[side]} ${game[`${side}Score`]}`;
}

interface LockOfProps {
  readonly stage: WeekStage;
  readonly games: readonly GameReply[];
  /** The game of the chosen team. */
  readonly game: GameReply | undefined;
}

/** The time left to choose or change a team. */
function LockOf({ stage, games, game }: LockOfProps) {
  if (stage === 'chosen' && game) return <NextLock games={[game]} />;
  return asksForTeam(stage) ? <NextLock games={games} /> : null;
}

function linkText(stage: WeekStage, teams: number): string {
  if (asksForTeam(stage)) return `Choose your team${teams > 1 ? 's' : ''}`;
  return stage === 'missed' ? "See this week's games" : `See your team${teams > 1 ? 's' : ''}`;
}

/** The winners of the pool. */
function Won({ standings: { rows, survivors = [] } }: { readonly standings: StandingsReply }) {
  const winners = rows.filter(({ id }) => survivors.includes(id));
  return (
    <section className="board bolts flex flex-col gap-6 p-5 sm:p-7 lg:col-span-2">
      <div className="flex items-center gap-5">
        <Icon name="trophy" className="size-20 shrink-0 text-led sm:size-28" />
        <div className="min-w-0">
          <h2 className="label text-board-soft">{winners.length > 1 ? 'Last ones standing' : 'Last one standing'}</h2>
          <p className="led text-4xl leading-tight break-words sm:text-5xl">
            {winners.map(({ name }) => name).join(', ')}
          </p>
        </div>
      </div>
      <Link to="/matchup" className={`${buttonLook('primary')} mt-auto self-start text-xl max-sm:self-stretch`}>
        See how it went
        <Icon name="chevronRight" />
      </Link>
    </section>
  );
}

/** The viewer's team as the pick of its game. */
function pickOf({ holder: { choice } }: TeamWeek, games: readonly GameReply[]): Picks {
  const game = games.find(({ gid }) => gid === choice?.gid);
  return game ? { [game.gid]: { side: choice?.team === game.home ? 'home' : 'away', bus: false } } : {};
}
