import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReminderState, RemindersReply } from '#contract/notify.ts';
import { asksFor } from '#core/formats/traits.ts';
import { choosesGames } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { call } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';

/** Entries that lack picks of a week, for those who run the pool. */
export function missingQuery(poolId: string, weekId: string) {
  return queryOptions({
    queryKey: [...ADMIN_KEY, 'missing', poolId, weekId],
    queryFn: ({ signal }) =>
      call('GET /api/pools/:poolId/weeks/:weekId/missing', { params: { poolId, weekId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching missing picks' },
  });
}

/** Reminds everybody who lacks picks of a week and can be reminded. */
export function useRemind(poolId: string, weekId: string) {
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => call('POST /api/pools/:poolId/weeks/:weekId/reminders', { params: { poolId, weekId } }),
    onError: (error) => console.error('Error sending reminders', error),
    onSettled: () => void client.invalidateQueries({ queryKey: missingQuery(poolId, weekId).queryKey }),
  });
  return { sending, remind: useOnce(sending) };
}

/** Why somebody can't be reminded. */
export const reminderNotes: Readonly<Record<Exclude<ReminderState, 'ready'>, string>> = {
  reminded: 'Reminded already',
  opted_out: "Doesn't want reminders",
  no_mail: 'No email or push',
};

/** @param ready entries whose owner can be reminded; several may have the same owner */
export function remindText(ready: number, rules: Pick<PoolRules, 'entries'>): string {
  if (ready === 0) return 'Nobody left to remind';
  if (ready === 1) return 'Remind 1 player';
  return rules.entries === 1 ? `Remind ${ready} players` : 'Remind all';
}

/** How many were reminded, and why others were not. */
export function sentText({ sent, alreadyReminded, optedOut, withoutMail }: RemindersReply): string {
  const parts = [
    [alreadyReminded, 'reminded already'],
    [optedOut, optedOut === 1 ? "doesn't want reminders" : "don't want reminders"],
    [withoutMail, 'without email or push'],
  ] as const;
  const others = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return [`${sent} reminded`, ...others].join(', ');
}

/** What an entry still has to pick. @param missing open games without a pick */
export function missingText(missing: number, lacksOrder: boolean, rules: PoolRules): string {
  if (missing === 0) return 'No order';
  const text = unpickedText(missing, rules);
  return lacksOrder ? `${text}, no order` : text;
}

function unpickedText(missing: number, rules: PoolRules): string {
  if (asksFor('team', rules)) return 'No team picked';
  if (choosesGames(rules)) return `${missing} ${missing === 1 ? 'pick' : 'picks'} to make`;
  return `${missing} open ${missing === 1 ? 'game' : 'games'} not picked`;
}
