import { useMemo, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { gameCounts, isOver } from '#core/game.ts';
import type { GameDay } from '#core/game-day/game-day.ts';
import type { VisibleGame, VisibleWeek } from '#core/game-day/told-week.ts';
import { viewerPicks } from '#core/game-day/told-week.ts';
import { dayStage, endWords, ownWords } from '#core/game-day/words.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { listText } from '#core/listed.ts';
import { deadline, isLocked } from '#core/locks.ts';
import type { Side } from '#core/types.ts';
import { Outlook, OutlookSkeleton } from '#web/parts/game-day/outlook.tsx';
import type { WorkedOut } from '#web/parts/game-day/use-game-day.ts';
import { useGameDay } from '#web/parts/game-day/use-game-day.ts';
import type { Fixed } from '#web/parts/game-day/use-told-week.ts';
import { useToldWeek } from '#web/parts/game-day/use-told-week.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChancesNote } from './chances-note.tsx';
import { Contenders } from './contenders.tsx';
import { DayGame } from './day-game.tsx';
import { Scenario } from './scenario.tsx';
import './game-day.css';

export interface GameDayViewProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
}

const NOTHING_FIXED: Fixed = {};

/** A week while it is played: what the viewer needs, whom to root for, what if, and who can still win. */
export function GameDayView({ pool, weekId, week }: GameDayViewProps) {
  const [fixed, setFixed] = useState(NOTHING_FIXED);
  const told = useToldWeek(pool, weekId, week, fixed);
  const stage = dayStage(week.games, told?.now ?? Number.NEGATIVE_INFINITY);
  const { done, failed } = useGameDay(stage === 'coming' || stage === 'empty' ? null : told);
  if (told !== null && stage === 'empty') return <Notice icon="ball" title="No game of this week counts." />;
  if (told !== null && stage === 'coming') return <Coming week={told} />;
  if (failed) {
    return (
      <Notice icon="alert" title="This week can't be worked out.">
        <p>The picks and scores are on the other page.</p>
      </Notice>
    );
  }
  if (done === null) return <DayWaiting />;
  const fix = (gid: string, side: Side | null) => {
    const { [gid]: _, ...others } = fixed;
    setFixed(side === null ? others : { ...others, [gid]: side });
  };
  return <PlayedWeek done={done} onFix={fix} onReset={() => setFixed(NOTHING_FIXED)} />;
}

function Coming({ week: { games } }: { readonly week: VisibleWeek }) {
  const first = Math.min(...games.filter(gameCounts).map(deadline));
  return (
    <Notice icon="clock" title="Game day begins with the first lock.">
      <p>
        {formatDay(first)}, {formatTime(first)}. Until then all picks are sealed, and everybody can win.
      </p>
    </Notice>
  );
}

interface PlayedWeekProps {
  readonly done: WorkedOut;
  readonly onFix: (gid: string, side: Side | null) => void;
  readonly onReset: () => void;
}

function PlayedWeek({ done: { week, day }, onFix, onReset }: PlayedWeekProps) {
  const names = useMemo(() => new Map(week.rows.map(({ id, name }) => [id, name])), [week.rows]);
  const plays = names.has(week.viewerId);
  const words = ownWords(week, day) ?? (day.games.length === 0 ? endWords(week, day) : null);
  const left = week.games.filter((game) => gameCounts(game) && !isOver(game));
  const supposed = left.filter(({ gid }) => week.fixed[gid] !== undefined);
  const shown = left.map((game) => ({ game, report: day.games.find(({ gid }) => gid === game.gid) }));
  const agreed = shown.filter(({ report }) => report?.isAgreed && !report.matters);
  const row = ({ game, report }: (typeof shown)[number]) => (
    <li key={game.gid}>
      <DayGame
        game={game}
        rules={week.rules}
        picks={viewerPicks(week)}
        value={week.own[week.viewerId]?.values?.[game.gid]}
        report={report}
        tiebreakGid={week.tiebreakGid}
        fixed={week.fixed[game.gid]}
        plays={plays}
        isLocked={isLocked(game, week.now)}
        isOpen={day.isOpen}
        onFix={onFix}
      />
    </li>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      <div className="flex flex-col gap-4 lg:col-span-2">
        <div>
          {words && <Outlook label={supposed.length > 0 ? 'If it goes so' : labelOf(day)} words={words} />}
          <Scenario text={supposedText(week, supposed)} onReset={onReset} />
        </div>
        {left.length > 0 && (
          <section>
            <h2 className="heading mb-2 text-xl">Whom to root for</h2>
            <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              {shown.filter((each) => !agreed.includes(each)).map(row)}
            </ul>
            {agreed.length > 0 && (
              <details className="mt-3">
                <summary className="py-3 text-ink-soft">
                  {agreed.length === 1
                    ? 'One game on which everybody agrees'
                    : `${agreed.length} games on which everybody agrees`}
                </summary>
                <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">{agreed.map(row)}</ul>
              </details>
            )}
          </section>
        )}
      </div>
      <div>
        <Contenders players={day.players} names={names} viewerId={week.viewerId} isOver={day.games.length === 0} />
        {day.games.length > 0 && <ChancesNote />}
      </div>
    </div>
  );
}

function labelOf({ games }: GameDay): string {
  return games.length === 0 ? 'The week' : 'Your chance to win the week';
}

function supposedText({ fixed, rules }: VisibleWeek, supposed: readonly VisibleGame[]): string {
  if (supposed.length === 0) return '';
  const teams = listText(supposed.map((game) => game[fixed[game.gid] ?? 'home']));
  return `${teams} ${rules.useSpread ? 'cover' : 'win'}${supposed.length === 1 ? 's' : ''}`;
}

function DayWaiting() {
  return (
    <Loading>
      <div className="mb-4">
        <OutlookSkeleton />
      </div>
      <Skeleton className="h-96" />
    </Loading>
  );
}
