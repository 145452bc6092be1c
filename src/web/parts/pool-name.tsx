import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import { usePool } from './pool-context.tsx';

/** The screen is rendered more than once in this time after a switch, and the focus returns to the switch. */
const ARRIVING_MS = 5000;
let switchedAt = Number.NEGATIVE_INFINITY;

/** The name of the pool over a heading. If the header has no list of pools, the name is the switch between them. */
export function PoolName({ children }: { readonly children?: ReactNode }) {
  const { pools, pool, select } = usePool();
  const list = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (performance.now() - switchedAt > ARRIVING_MS || document.activeElement !== document.body) return;
    list.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <span className="relative rounded-sm has-focus-visible:outline-3">
        {pool?.name ?? '\u00a0'}
        {pools.length > 1 && (
          <>
            <Icon name="chevronDown" className="no-print ml-0.5 inline size-3.5 lg:hidden" />
            {/* Transparent, on top of the text: browsers zoom in on a select with letters this small. */}
            <select
              ref={list}
              aria-label="Switch pool"
              value={pool?.id ?? ''}
              onChange={(event) => {
                switchedAt = performance.now();
                select(event.target.value);
              }}
              className="absolute -inset-3.5 opacity-0 lg:hidden"
            >
              {pools.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </>
        )}
      </span>
      {/* Clear of the focus ring. */}
      {children && <span className="ml-0.5">{children}</span>}
    </>
  );
}
