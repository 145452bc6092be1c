import { useId } from 'react';
import { usePool } from '#web/parts/pool-context.tsx';

/** @param onChosen is told that somebody chose a pool */
export function PoolSelect({ onChosen }: { readonly onChosen?: () => void }) {
  const id = useId();
  const { status, pools, pool, select, retry } = usePool();
  if (status === 'failed') {
    return (
      <button type="button" onClick={retry} className="panel h-11 w-full px-3 text-left text-sm leading-tight lg:w-52">
        Couldn't load pools. <span className="text-amber underline">Try again</span>
      </button>
    );
  }
  return (
    <div className="min-w-0 lg:w-52">
      <label htmlFor={id} className="sr-only">
        Pool
      </label>
      <select
        id={id}
        disabled={pools.length === 0}
        value={pool?.id ?? ''}
        onChange={(event) => {
          select(event.target.value);
          onChosen?.();
        }}
        className="panel h-11 w-full min-w-0 truncate px-3 font-display text-lg font-medium disabled:text-ink-faint"
      >
        {pools.length === 0 && <option value="">{status === 'loading' ? 'Loading...' : 'No pools available'}</option>}
        {pools.map(({ id: poolId, name }) => (
          <option key={poolId} value={poolId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
