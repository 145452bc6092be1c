import type { ReactNode } from 'react';
import { LiveProvider } from '#web/lib/live/live-provider.tsx';
import { useSearchValue } from '#web/lib/navigation.tsx';
import { EntryProvider } from '#web/parts/entries.tsx';
import { PickSyncProvider } from '#web/parts/picks/pick-context.tsx';
import { PoolProvider } from '#web/parts/pool-context.tsx';
import { ToastProvider, Toasts } from '#web/parts/toasts.tsx';
import { Deferred } from '#web/ui/deferred.tsx';
import { AskedPool } from './asked-pool.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { DemoBanner } from './demo-banner.tsx';
import { Footer } from './footer.tsx';
import { CheckingPermissions, RequireAdmin, RequireSignIn } from './guards.tsx';
import { Header } from './header.tsx';
import { LeaderCelebration } from './leader-celebration.tsx';

interface SignedInLayoutProps {
  /** Whether only admins may see what is in it. */
  readonly admins?: boolean;
  readonly children?: ReactNode;
}

export function SignedInLayout({ admins = false, children }: SignedInLayoutProps) {
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
