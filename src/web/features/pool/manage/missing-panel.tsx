import type { UseQueryResult } from '@tanstack/react-query';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { MissingReply, ReminderState, RemindersReply } from '#contract/notify.ts';
import type { PoolEditReply } from '#contract/pools.ts';
import { asksFor } from '#core/formats/traits.ts';
import { choosesGames } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';
import { useSending } from '#web/parts/panel/optimistic.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolEditQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { usePanelWeek } from './week-choice.tsx';

function missingQuery(poolId: string, weekId: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'missing', poolId, weekId],
    queryFn: ({ signal }) =>
      call('GET /api/pools/:poolId/weeks/:weekId/missing', { params: { poolId, weekId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching missing picks' },
  });
}

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
      {(reply) => <Entries pool={pool} weekId={weekId} reply={reply} refetch={missing.refetch} />}
    </Loaded>
  );
}

interface EntriesProps extends MissingOfWeekProps {
  readonly reply: MissingReply;
  readonly refetch: UseQueryResult['refetch'];
}

const reminderNotes: Readonly<Record<Exclude<ReminderState, 'ready'>, string>> = {
  reminded: 'Reminded already',
  opted_out: "Doesn't want reminders",
  no_mail: 'No email or push',
};

function nobodyText({ settings: { rules } }: PoolEditReply): string {
  if (choosesGames(rules)) return 'Everybody has made all the picks that they still can.';
  return 'Everybody has picked every game that is still open.';
}

function Entries({ pool, weekId, reply: { entries, openGames, canRemind }, refetch }: EntriesProps) {
  const sending = useMutation({
    mutationFn: () => call('POST /api/pools/:poolId/weeks/:weekId/reminders', { params: { poolId: pool.id, weekId } }),
    onError: (error) => console.error('Error sending reminders', error),
    onSettled: () => void refetch(),
  });
  const remind = useOnce(sending);
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
              {missingText(missing, lacksOrder, pool)}
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
          {remindText(ready, pool)}
        </Button>
      )}
    </>
  );
}

/** @param ready entries whose owner can be reminded; several may have the same owner */
function remindText(ready: number, { settings: { rules } }: PoolEditReply): string {
  if (ready === 0) return 'Nobody left to remind';
  if (ready === 1) return 'Remind 1 player';
  return rules.entries === 1 ? `Remind ${ready} players` : 'Remind all';
}

function missingText(missing: number, lacksOrder: boolean, { settings: { rules } }: PoolEditReply): string {
  if (missing === 0) return 'No order';
  const text = unpickedText(missing, rules);
  return lacksOrder ? `${text}, no order` : text;
}

function unpickedText(missing: number, rules: PoolRules): string {
  if (asksFor('team', rules)) return 'No team picked';
  if (choosesGames(rules)) return `${missing} ${missing === 1 ? 'pick' : 'picks'} to make`;
  return `${missing} open ${missing === 1 ? 'game' : 'games'} not picked`;
}

function sentText({ sent, alreadyReminded, optedOut, withoutMail }: RemindersReply): string {
  const parts = [
    [alreadyReminded, 'reminded already'],
    [optedOut, optedOut === 1 ? "doesn't want reminders" : "don't want reminders"],
    [withoutMail, 'without email or push'],
  ] as const;
  const others = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return [`${sent} reminded`, ...others].join(', ');
}
