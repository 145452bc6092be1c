import type { Query } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isRefusal } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Says so when what is on the page could not be read again. A refusal is told by the screen that it concerns. */
export function StaleNotice() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const shown = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.findAll({ type: 'active', predicate: isStale }).length > 0,
  );
  if (!shown) return null;
  return (
    <div className="panel flex items-center gap-3 py-2 pr-2 pl-4">
      <Icon name="alert" className="size-5 text-red" />
      <span className="text-sm">Not up to date: the server cannot be reached.</span>
      <Button tone="plain" onClick={() => void client.refetchQueries({ type: 'active', predicate: isStale })}>
        Try again
      </Button>
    </div>
  );
}

function isStale({ state }: Query): boolean {
  return state.status === 'error' && state.data !== undefined && !isRefusal(state.error);
}
