import { useQuery } from '@tanstack/react-query';
import type { MissingReply } from '#contract/notify.ts';
import type { PoolEditReply } from '#contract/pools.ts';
import { choosesGames } from '#core/picks.ts';
import { failureText } from '#web/lib/api.ts';
import { missingQuery, missingText, reminderNotes, remindText, sentText, useRemind } from '#web/parts/missing-picks.ts';
import { useSending } from '#web/parts/panel/optimistic.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolEditQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { usePanelWeek } from './week-choice.tsx';

/** The members who have not picked a week, and one reminder to all of them. Nothing if the pool has no weeks or players. */
export function MissingPanel({ pool }: { readonly pool: PoolEditReply }) {
  const week = usePanelWeek(pool);
  if (week === null || !pool.users.some(({ isMember }) => isMember)) return null;
  return (
    <PanelSection title="Who hasn't picked" tools={week.tools}>
      <MissingOfWeek key={week.weekId} pool={pool} weekId={week.weekId} />
    </PanelSection>
  );
}

interface MissingOfWeekProps {
  readonly pool: PoolEditReply;
  readonly weekId: string;
}

function MissingOfWeek({ pool, weekId }: MissingOfWeekProps) {
  // While an added week is being sent, the server does not know it yet.
  const isSending = useSending(poolEditQuery(pool.id).queryKey);
  const missing = useQuery({ ...missingQuery(pool.id, weekId), enabled: !isSending });
  return (
    <Loaded query={missing} failure="Couldn't load missing picks" skeleton={<Skeleton className="h-24" />}>
      {(reply) => <Entries pool={pool} weekId={weekId} reply={reply} />}
    </Loaded>
  );
}

interface EntriesProps extends MissingOfWeekProps {
  readonly reply: MissingReply;
}

function nobodyText({ settings: { rules } }: PoolEditReply): string {
  if (choosesGames(rules)) return 'Everybody has made all the picks that they still can.';
  return 'Everybody has picked every game that is still open.';
}

function Entries({ pool, weekId, reply: { entries, openGames, canRemind } }: EntriesProps) {
  const { sending, remind } = useRemind(pool.id, weekId);
  if (openGames === 0) return <p className="text-ink-soft">All games of this week are locked.</p>;
  if (entries.length === 0) return <p className="text-ink-soft">{nobodyText(pool)}</p>;
  const ready = entries.filter(({ reminder }) => reminder === 'ready').length;
  return (
    <>
      <ul className="mb-4 long-list">
        {entries.map(({ id, name, missing, lacksOrder = false, reminder }) => (
          <li
            key={id}
            className="striped-row flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-lg px-2 py-1"
          >
            <span className="min-w-0 truncate max-sm:basis-full">{name}</span>
            <span className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
              {canRemind && reminder !== 'ready' && <Badge tone="plain">{reminderNotes[reminder]}</Badge>}
              {missingText(missing, lacksOrder, pool.settings.rules)}
            </span>
          </li>
        ))}
      </ul>
      <Refusal text={sending.isError ? failureText(sending.error) : null} />
      <p role="status" className="text-sm text-ink-soft">
        {sending.isSuccess && sentText(sending.data)}
      </p>
      {canRemind && ready > 0 && ready < entries.length && (
        <p className="text-sm text-ink-soft">{`${ready} of these ${entries.length} can be reminded.`}</p>
      )}
      {canRemind && (
        <Button isPaused={ready === 0 || sending.isPending} onClick={() => remind()} className="mt-3">
          {remindText(ready, pool.settings.rules)}
        </Button>
      )}
    </>
  );
}
