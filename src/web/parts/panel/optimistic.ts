import type { QueryKey } from '@tanstack/react-query';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { failureText } from '#web/lib/api.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';
import { useToast } from '#web/parts/toasts.tsx';

/** An act that is shown before the server has answered. */
export interface OptimisticAct<T> {
  /** What it acts on. Acts on the same thing reach the server in order. */
  readonly thing: string;
  readonly show: (data: T) => T;
  /** Reverts what `show` did, without the effects of other acts since. */
  readonly undo: (data: T) => T;
  readonly send: () => Promise<unknown>;
  /** The message that is shown and logged if it fails. */
  readonly failure: string;
  readonly done?: () => void;
}

/** Optimistic acts on the data of a query: each is shown and sent at once, and reverted if it fails. */
export function useOptimisticAct<T>(queryKey: QueryKey): (act: OptimisticAct<T>) => void {
  const client = useQueryClient();
  const toast = useToast();
  const [queues] = useState(() => new Map<string, Promise<unknown>>());
  const patch = (change: (data: T) => T): void => {
    client.setQueryData<T>(queryKey, (data) => data && change(data));
  };
  const { mutate } = useMutation({
    mutationKey: queryKey,
    networkMode: 'always',
    mutationFn: ({ thing, send }: OptimisticAct<T>) => {
      const before = queues.get(thing) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(send);
      queues.set(thing, mine);
      return mine;
    },
    onSuccess: (_, { done }) => done?.(),
    onError: (error, { undo, failure }) => {
      console.error(failure, error);
      patch(undo);
      toast({ type: 'error', title: failure, message: failureText(error) });
    },
    // After the last act, reads again the data that depends on it, such as the current week.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1) void client.invalidateQueries({ queryKey: ADMIN_KEY });
    },
  });
  return (act) => {
    // A reply requested before the act does not include it.
    void client.cancelQueries({ queryKey }, { revert: false, silent: true });
    patch(act.show);
    mutate(act);
  };
}

/** Whether acts on the data of a query are being sent; meanwhile, closing the page asks first. */
export function useSending(queryKey: QueryKey): boolean {
  const isSending = useIsMutating({ mutationKey: queryKey }) > 0;
  useEffect(() => {
    if (!isSending) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);
  return isSending;
}

/** The data of a query, rendered in the moment it changes: a checkbox that changes later would flicker. */
export function useLatestData<T>(queryKey: QueryKey, read: T): T {
  const client = useQueryClient();
  const subscribe = useCallback((changed: () => void) => client.getQueryCache().subscribe(changed), [client]);
  return useSyncExternalStore(subscribe, () => client.getQueryData<T>(queryKey)) ?? read;
}
