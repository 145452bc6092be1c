import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { PoolReply } from '#contract/pools.ts';
import { may } from '#core/permissions.ts';
import { Redirect } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Loading } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { sections } from './sections.ts';

/** The pool's own page: its sections, one of which is shown. */
export function PoolScreen() {
  const [path] = useLocation();
  const section = sections.find((each) => each.path === path);
  if (section === undefined) return <Redirect path="/pool" />;
  const waiting = (
    <>
      <Skeleton className="mb-5 h-13" />
      <Skeleton className="h-144" />
    </>
  );
  return (
    <PoolGate title={section.text} noPool="Please select a pool" skeleton={waiting}>
      {(pool, isMember) => <PoolPage path={path} pool={pool} isMember={isMember} />}
    </PoolGate>
  );
}

interface PoolPageProps {
  readonly path: string;
  readonly pool: PoolReply;
  readonly isMember: boolean;
}

function PoolPage({ path, pool, isMember }: PoolPageProps) {
  const requester = { user: useMe(), isMember, isCommissioner: false };
  const open = sections.filter(({ act }) => may(requester, act));
  const shown = open.find((section) => section.path === path);
  // The way from one to another shows no placeholder.
  useEffect(() => {
    for (const { Show } of sections) Show.preload().catch(() => undefined);
  }, []);
  if (shown === undefined) return <Redirect path="/pool" />;
  return (
    <Screen title={shown.text} over={<PoolName />}>
      <SectionTabs label="Sections" tabs={open.map(({ path: to, text }) => ({ to, text }))} />
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-144" />
          </Loading>
        }
      >
        <shown.Show pool={pool} />
      </Suspense>
    </Screen>
  );
}
