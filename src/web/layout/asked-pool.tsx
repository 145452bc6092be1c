import { useEffect } from 'react';
import { addressWithout, useNavigate, useSearchValue } from '#web/lib/navigation.tsx';
import { usePool } from '#web/parts/pool-context.tsx';

/** Stands in for a screen whose address names a pool, as links in messages do: chooses it, and goes on without it. */
export function AskedPool() {
  const { status, pools, select } = usePool();
  const asked = useSearchValue('pool');
  const go = useNavigate();
  useEffect(() => {
    if (status === 'loading' || asked === undefined) return;
    if (pools.some(({ id }) => id === asked)) select(asked);
    go(addressWithout('pool'), { replace: true });
  }, [status, pools, asked, select, go]);
  return null;
}
