import { useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { WeekStage } from '#core/formats/survivor-week.ts';
import { weekStage } from '#core/formats/survivor-week.ts';
import { kickoffSlots } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import { useClock } from '#web/lib/clock.ts';
import { useTeamWeek } from '#web/parts/survivor/team-week.ts';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ByeTeams } from './bye-teams.tsx';
import { ChoiceDock } from './choice-dock.tsx';
import { ChoiceSlot } from './choice-slot.tsx';
import { Copy } from './copy.tsx';
import { NotPlaying } from './not-playing.tsx';
import { PicksSkeleton } from './picks-skeleton.tsx';
import { StageBoard } from './stage-board.tsx';
import type { SurvivorPicksProps } from './survivor-picks.tsx';
import './survivor.css';

/** The games of a week: one tap chooses a team. */
export function SurvivorWeek({ pool, isMember, weekId }: SurvivorPicksProps) {
  return (
    <WeekLoader pool={pool} weekId={weekId} skeleton={<PicksSkeleton />}>
      {({ games }) =>
        games.length === 0 ? (
          <Notice icon="ball" title="No games available for this week">
            <p>Check back when the schedule is out.</p>
          </Notice>
        ) : (
          <Week pool={pool} weekId={weekId} games={games} isMember={isMember} />
        )
      }
    </WeekLoader>
  );
}

interface WeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly games: readonly GameReply[];
  readonly isMember: boolean;
}

function Week({ pool, weekId, games, isMember }: WeekProps) {
  const own = useTeamWeek(pool.id, weekId, games);
  const [open, closed] = useOpenFirst(games);
  const stage: WeekStage = useClock((now) => weekStage(weekId, games, own.holder, now));
  return (
    <>
      {isMember ? (
        <StageBoard pool={pool} weekId={weekId} games={games} own={own} stage={stage}>
          <Copy pool={pool} weekId={weekId} games={games} />
        </StageBoard>
      ) : (
        <NotPlaying />
      )}
      <div className="slots mt-5 grid grid-cols-1 gap-x-4 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {[...kickoffSlots(open), ...kickoffSlots(closed)].map((slot) => (
          <ChoiceSlot
            key={slot.games[0]?.gid}
            slot={slot}
            weekId={weekId}
            games={games}
            own={own}
            isMember={isMember}
          />
        ))}
      </div>
      <div className="mt-10">
        <ByeTeams games={games} />
      </div>
      {isMember && <ChoiceDock weekId={weekId} own={own} stage={stage} />}
    </>
  );
}

/** The games that can still be chosen, and those that had locked when the week was opened: what locks later stays where it is. */
function useOpenFirst(games: readonly GameReply[]): [open: readonly GameReply[], closed: readonly GameReply[]] {
  const locked = useClock((now) =>
    games
      .filter((game) => isLocked(game, now))
      .map(({ gid }) => gid)
      .join(' '),
  );
  const [before] = useState(() => new Set(locked.split(' ')));
  return [games.filter(({ gid }) => !before.has(gid)), games.filter(({ gid }) => before.has(gid))];
}
