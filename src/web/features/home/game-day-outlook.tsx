import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { ownWords, rootFor, sideChanceText, swingText } from '#core/game-day/words.ts';
import { Outlook, OutlookSkeleton } from '#web/parts/game-day/outlook.tsx';
import type { WorkedOut } from '#web/parts/game-day/use-game-day.ts';
import { useGameDay } from '#web/parts/game-day/use-game-day.ts';
import type { Fixed } from '#web/parts/game-day/use-told-week.ts';
import { useToldWeek } from '#web/parts/game-day/use-told-week.ts';
import { matchupQuery } from '#web/parts/queries.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { GameDayCard } from './game-day-card.tsx';

export interface GameDayOutlookProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
}

const NOTHING_FIXED: Fixed = {};

/** The card of a week that is played, with how the person stands and whom to root for. */
export function GameDayOutlook({ pool, weekId, week }: GameDayOutlookProps) {
  const told = useToldWeek(pool, weekId, week, NOTHING_FIXED);
  const { isLoadingError } = useQuery(matchupQuery(pool.id, weekId));
  const { done, failed } = useGameDay(told);
  const words = done && ownWords(done.week, done.day);
  const outlook = words ? (
    <Outlook
      label={done.day.games.length === 0 ? 'The week' : 'Your chance to win the week'}
      words={words}
      field={fieldText(done)}
    />
  ) : done || failed || isLoadingError ? null : (
    <Loading>
      <OutlookSkeleton />
    </Loading>
  );
  return (
    <GameDayCard
      games={week.games}
      picks={week.picks}
      rules={pool.rules}
      plays
      outlook={outlook && <div className="mb-3">{outlook}</div>}
      rootText={done ? (game) => rootText(done, game) : undefined}
    />
  );
}

function fieldText({ day }: WorkedOut): string | undefined {
  if (day.games.length === 0) return undefined;
  const inIt = day.players.filter(({ hope }) => hope !== 'out').length;
  return `${inIt} of ${day.players.length} can still win the week.`;
}

/** Whom to root for in a game, and what it is worth. */
function rootText({ day, week }: WorkedOut, { gid, home, away }: GameReply): string {
  const report = day.games.find((each) => each.gid === gid);
  const root = report && rootFor(report);
  if (!report || !root) return report && plays(day, week.viewerId) ? `${swingText(report, week.tiebreakGid)}.` : '';
  const [team, other] = root.side === 'home' ? [home, 'away' as const] : [away, 'home' as const];
  if (root.swing === 0) return `Root for ${team}.`;
  return `Root for ${team}: ${sideChanceText(report, root.side, day)}, else ${sideChanceText(report, other, day)}.`;
}

function plays({ players }: WorkedOut['day'], viewerId: string): boolean {
  return players.some(({ id }) => id === viewerId);
}
