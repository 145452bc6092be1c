import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { GoTo } from './lib/go-to.tsx';
import { ownPath } from './lib/own-path.ts';
import { Failure } from './ui/notice.tsx';

const rootRoute = createRootRoute({ notFoundComponent: () => <GoTo path="/" /> });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => ({ to: ownPath(to) }),
  component: lazyRouteComponent(() => import('./features/login/login-screen.tsx'), 'LoginScreen'),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('./features/reset/reset-screen.tsx'), 'ResetScreen'),
});

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify',
  validateSearch: tokenSearch,
  component: lazyRouteComponent(() => import('./features/reset/verify-screen.tsx'), 'VerifyScreen'),
});

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./layout/signed-in-layout.tsx'), 'SignedInLayout'),
});

const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./features/home/home-screen.tsx'), 'HomeScreen'),
});

const picksRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/picks',
  validateSearch: weekSearch,
  component: lazyRouteComponent(() => import('./features/picks/picks-screen.tsx'), 'PicksScreen'),
});

const matchupRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/matchup',
  validateSearch: weekSearch,
  component: lazyRouteComponent(() => import('./features/matchup/matchup-screen.tsx'), 'MatchupScreen'),
});

const scoreboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/scoreboard',
  component: lazyRouteComponent(() => import('./features/scoreboard/scoreboard-screen.tsx'), 'ScoreboardScreen'),
});

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./features/profile/profile-screen.tsx'), 'ProfileScreen'),
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  resetRoute,
  verifyRoute,
  signedInRoute.addChildren([homeRoute, picksRoute, matchupRoute, scoreboardRoute, profileRoute]),
]);

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ({ error }) => (
      <Failure title="This page could not be shown" error={error} onRetry={() => location.reload()} />
    ),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** The week a screen shows stands in its address, so that a reload or a shared link shows the same. */
function weekSearch({ week }: Record<string, unknown>): { week?: string } {
  return { week: typeof week === 'string' ? week : undefined };
}

/** The secret part of a mailed link. */
function tokenSearch({ token }: Record<string, unknown>): { token?: string } {
  return { token: typeof token === 'string' && token !== '' ? token : undefined };
}
