import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { useClock } from '#web/lib/clock.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import { LiveProvider } from '#web/lib/live/live-provider.tsx';
import { addressWithout, useNavigate, useSearchValue } from '#web/lib/navigation.tsx';
import { useAuth } from '#web/lib/session-provider.tsx';
import { EntryProvider } from '#web/parts/entries.tsx';
import { PickSyncProvider } from '#web/parts/picks/pick-context.tsx';
import { PoolProvider, usePool } from '#web/parts/pool-context.tsx';
import { ToastProvider, Toasts } from '#web/parts/toasts.tsx';
import { Deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { LeaderCelebration } from './celebration.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { Footer } from './footer.tsx';
import { CheckingPermissions, RequireAdmin, RequireSignIn } from './guards.tsx';
import { Header } from './header.tsx';

const SecondFactorBanner = lazyPart(async () => (await import('./second-factor-banner.tsx')).SecondFactorBanner);

interface SignedInLayoutProps {
  /** Whether only admins may see its content. */
  readonly admins?: boolean;
  readonly children?: ReactNode;
}

export function SignedInLayout({ admins = false, children }: SignedInLayoutProps) {
  const { user } = useAuth();
  const asksPool = useSearchValue('pool') !== undefined;
  const arriving = admins ? (
    <main>
      <CheckingPermissions />
    </main>
  ) : null;
  return (
    <RequireSignIn arriving={arriving}>
      <Deferred placeholder={arriving}>
        <LiveProvider>
          <PoolProvider>
            <EntryProvider>
              <PickSyncProvider>
                <ToastProvider>
                  <a
                    href="#content"
                    className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-lg focus:bg-panel-high focus:px-4 focus:py-3"
                  >
                    Skip to content
                  </a>
                  <DemoBanner />
                  {user?.lacksSecondFactor && <SecondFactorBanner />}
                  <Header />
                  <Toasts />
                  <main
                    id="content"
                    tabIndex={-1}
                    className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-[78rem] px-4 pt-6 pb-12 outline-none"
                  >
                    {asksPool ? <AskedPool /> : admins ? <RequireAdmin>{children}</RequireAdmin> : children}
                  </main>
                  <Footer />
                  <ConnectionStatus />
                  <LeaderCelebration />
                  <BottomTabs />
                </ToastProvider>
              </PickSyncProvider>
            </EntryProvider>
          </PoolProvider>
        </LiveProvider>
      </Deferred>
    </RequireSignIn>
  );
}

/** Handles an address that names a pool, as links in messages do: chooses the pool, then redirects to the address without it. */
function AskedPool() {
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

/** Shows that the demo runs on its own clock. */
function DemoBanner() {
  const { demo } = useAuth();
  const time = useClock((now) => `${formatDay(now)}, ${formatTime(now)}`);
  if (!demo) return null;
  return (
    <aside
      aria-label="Demo league"
      className="label flex min-h-8 flex-wrap items-center justify-center gap-x-2 bg-amber-wash px-4 py-1 text-center text-amber"
    >
      <Icon name="clock" className="size-4 max-sm:hidden" />
      <span>Demo league on its own clock:</span>
      <time>{time}</time>
    </aside>
  );
}
