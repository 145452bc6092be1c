import type { QueryKey } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText } from '#web/lib/api.ts';
import { useToast } from '#web/parts/toasts.tsx';

/** An act that is shown before the server has answered. */
export interface QuickAct<T> {
  readonly show: (data: T) => T;
  /** Takes back what `show` did, and leaves alone what other acts did since. */
  readonly undo: (data: T) => T;
  readonly send: () => Promise<unknown>;
  /** What is said, and logged, when it fails. */
  readonly failure: string;
  readonly done?: () => void;
}

/** Acts on what a query has read: each is shown at once, sent after the ones before it, and rolled back where it fails. */
export function useAtOnce<T>(queryKey: QueryKey): (act: QuickAct<T>) => void {
  const client = useQueryClient();
  const toast = useToast();
  const patch = (change: (data: T) => T): void => {
    client.setQueryData<T>(queryKey, (data) => data && change(data));
  };
  const { mutate } = useMutation({
    scope: { id: JSON.stringify(queryKey) },
    networkMode: 'always',
    mutationFn: ({ send }: QuickAct<T>) => send(),
    onSuccess: (_, { done }) => done?.(),
    onError: (error, { undo, failure }) => {
      console.error(failure, error);
      patch(undo);
      toast({ type: 'error', title: failure, message: failureText(error) });
    },
  });
  return (act) => {
    // An answer that was asked for before the act does not know of it.
    void client.cancelQueries({ queryKey }, { revert: false });
    patch(act.show);
    mutate(act);
  };
}
