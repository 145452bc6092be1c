import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { weekName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { poolQuery, standingsQuery } from '#web/parts/queries.ts';
import { WeekLoader } from '#web/parts/week-data.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogFoot } from '#web/ui/dialog-foot.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Changes } from './changes.tsx';
import { LivesReasons } from './lives-reasons.tsx';
import type { Question } from './question.ts';
import { useAsking } from './question.ts';
import { SeasonReasons } from './season-reasons.tsx';
import { WeekReasons } from './week-reasons.tsx';
import './why-sheet.css';

export interface WhySheetProps {
  readonly poolId: string;
  /** The week that the screen shows; null for the season. */
  readonly usual: string | null;
}

/** What the address asks: why somebody has the score of a week, or their total and their place. */
export function WhySheet({ poolId, usual }: WhySheetProps) {
  const { question, ask, close } = useAsking(usual);
  return question && <Answer {...{ poolId, question, ask, close }} />;
}

interface AnswerProps extends Pick<WhySheetProps, 'poolId'> {
  readonly question: Question;
  readonly ask: (question: Question) => void;
  readonly close: () => void;
}

function Answer({ poolId, question, ask, close }: AnswerProps) {
  const me = useMe();
  const pool = useQuery(poolQuery(poolId));
  const standings = useQuery(standingsQuery(poolId));
  const { entryId } = question;
  const row = standings.data?.rows.find(({ id }) => id === entryId);
  const weekId = weekOf(question, pool.data);
  const own = standings.data?.rows.filter(({ ownerId }) => ownerId === me.id) ?? [];
  const isOnlyOwn = own.length === 1 && own[0] === row;
  const who = isOnlyOwn ? 'You' : (row?.name ?? 'Why?');
  return (
    <Dialog
      title={row === undefined ? who : `${who}, ${weekId === null ? 'season' : weekName(weekId)}`}
      onClose={close}
    >
      <Loaded query={pool} failure="Couldn't load the pool" skeleton={waiting}>
        {(loaded) => (
          <Loaded query={standings} failure="Couldn't load scores" skeleton={waiting}>
            {(reply) =>
              row === undefined ? (
                <p className="text-ink-soft">Nobody of that link plays in {loaded.name}.</p>
              ) : (
                <Reasons
                  key={`${entryId} ${weekId}`}
                  {...{ pool: loaded, standings: reply, entryId, weekId, ask }}
                  gid={question.gid}
                />
              )
            }
          </Loaded>
        )}
      </Loaded>
      <DialogFoot>
        <div className="flex justify-end gap-3">
          {weekId !== null && row !== undefined && (
            <Button tone="plain" onClick={() => ask({ entryId, weekId: null })}>
              Season
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </div>
      </DialogFoot>
    </Dialog>
  );
}

const waiting = <Skeleton className="h-96" />;

/** A survivor pool has no scores of weeks. */
function weekOf({ weekId }: Question, pool: PoolReply | undefined): string | null {
  if (weekId === null || pool?.rules.format === 'survivor') return null;
  return pool === undefined || pool.weeks.includes(weekId) ? weekId : null;
}

interface ReasonsProps extends Pick<AnswerProps, 'ask'> {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly entryId: string;
  readonly weekId: string | null;
  readonly gid: string | undefined;
}

function Reasons({ pool, standings, entryId, weekId, gid, ask }: ReasonsProps) {
  const askWeek = (week: string) => ask({ entryId, weekId: week });
  return (
    <>
      {weekId !== null ? (
        <WeekLoader pool={pool} weekId={weekId} skeleton={waiting}>
          {(week) => <WeekReasons {...{ pool, standings, entryId, weekId, week, gid }} />}
        </WeekLoader>
      ) : pool.rules.format === 'survivor' ? (
        <LivesReasons {...{ pool, standings, entryId }} />
      ) : (
        <SeasonReasons {...{ pool, standings, entryId, askWeek }} />
      )}
      <Changes poolId={pool.id} entryId={entryId} weekId={weekId} />
    </>
  );
}
