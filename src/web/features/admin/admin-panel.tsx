import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { poolRowsQuery } from '#web/parts/pool-rows.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import './admin.css';

const tabs = [
  { to: '/admin/users', text: 'Users' },
  { to: '/admin/pools', text: 'Pools' },
  { to: '/admin/scores', text: 'Scores' },
  { to: '/admin/season', text: 'Load season' },
  { to: '/admin/players', text: 'Players' },
  { to: '/admin/log', text: 'Log' },
  { to: '/admin/feed', text: 'Feed' },
] as const;

/** How soon an open panel learns of a new request to join, or that the role is gone. */
const REFRESH_MS = 30_000;

/** What all screens for admins stand in: the tabs, and the end of it where the role was taken away meanwhile. */
export function AdminPanel({ children }: { readonly children: ReactNode }) {
  const strip = useRef<HTMLElement>(null);
  const [path] = useLocation();
  useEffect(() => showCurrent(strip.current, path), [path]);
  const { data, error } = useQuery({ ...poolRowsQuery, refetchInterval: REFRESH_MS });
  if (error instanceof ApiError && error.code === 'admin_only') return <NoPermission />;
  const requests = data?.pools.reduce((sum, pool) => sum + pool.requests, 0) ?? 0;
  return (
    <>
      <nav ref={strip} aria-label="Admin panel" className="mb-5 flex gap-1 overflow-x-auto rounded-lg bg-panel-low p-1">
        {tabs.map(({ to, text }) => (
          <Link
            key={to}
            to={to}
            className="grid min-h-11 flex-1 place-items-center rounded-md px-3 font-display text-lg font-medium text-ink-soft hover:text-ink aria-[current=page]:bg-panel-high aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_-3px_0_var(--amber-fill)]"
          >
            <span className="flex items-center gap-1.5 whitespace-nowrap">
              {text}
              {to === '/admin/pools' && requests > 0 && <Waiting requests={requests} />}
            </span>
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}

/** On phones not all tabs are in view. Only sideways: `scrollIntoView` would move the page too. */
function showCurrent(strip: HTMLElement | null, path: string): void {
  const tab = strip?.querySelector<HTMLElement>(`[href="${path}"]`);
  if (strip && tab) strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
}

function Waiting({ requests }: { readonly requests: number }) {
  return (
    <span className="label rounded bg-amber-wash px-1.5 text-amber">
      {requests}
      <span className="sr-only"> {requests === 1 ? 'request to join' : 'requests to join'}</span>
    </span>
  );
}

function NoPermission() {
  return (
    <Screen title="Admin">
      <Notice icon="lock" title="You don't have permission to access the admin panel.">
        <p>You're no longer an admin. Another admin can change that.</p>
        <a href="/" className={buttonLook('plain')}>
          Back to Home
        </a>
      </Notice>
    </Screen>
  );
}
