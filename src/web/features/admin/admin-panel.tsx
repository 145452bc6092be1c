import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { isWithin } from '#web/lib/navigation.tsx';
import { RequestsNote } from '#web/parts/panel/requests-note.tsx';
import type { SectionTab } from '#web/parts/panel/section-tabs.tsx';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import { summaryQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import './admin.css';

const tabs: readonly SectionTab[] = [
  { to: '/admin/users', text: 'Users' },
  { to: '/admin/pools', text: 'Pools' },
  { to: '/admin/scores', text: 'Scores' },
  { to: '/admin/season', text: 'Load season' },
  { to: '/admin/players', text: 'Players' },
  { to: '/admin/log', text: 'Log' },
  { to: '/admin/feed', text: 'Feed' },
];

/** How often an open panel checks for new join requests, and whether the person is still an admin. */
const REFRESH_MS = 30_000;

/** A pool's page has tabs of its own, and a way back. */
const APART = '/admin/pools/edit';

/** The frame of all admin screens: the tabs, or a notice if the admin role was removed meanwhile. */
export function AdminPanel({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation();
  const { data, error } = useQuery({ ...summaryQuery, refetchInterval: REFRESH_MS });
  if (error instanceof ApiError && error.code === 'admin_only') return <NoPermission />;
  const requests = data?.requests ?? 0;
  return (
    <>
      {!isWithin(path, APART) && (
        <SectionTabs
          label="Admin panel"
          tabs={requests === 0 ? tabs : tabs.map((tab) => withRequests(tab, requests))}
        />
      )}
      {children}
    </>
  );
}

function withRequests(tab: SectionTab, requests: number): SectionTab {
  return tab.to === '/admin/pools' ? { ...tab, note: <RequestsNote requests={requests} /> } : tab;
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
