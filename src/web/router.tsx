import { useCallback, useEffect, useMemo } from 'react';
import type { Parser } from 'wouter';
import { matchRoute, Route, Router, useLocation, useRouter } from 'wouter';
import type { Lazy } from './lib/lazy.tsx';
import { lazyScreen } from './lib/lazy.tsx';
import { createAroundNav, Redirect, usePreloadOnHover, useScrollToTop } from './lib/navigation.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

interface Place {
  readonly path: string;
  readonly Show: Lazy<object>;
}

/** Screens that need no sign-in. */
const publicPlaces: readonly Place[] = [
  { path: '/login', Show: lazyScreen(async () => (await import('./features/login/login-screen.tsx')).LoginScreen) },
  { path: '/reset', Show: lazyScreen(async () => (await import('./features/reset/reset-screen.tsx')).ResetScreen) },
  { path: '/verify', Show: lazyScreen(async () => (await import('./features/verify/verify-screen.tsx')).VerifyScreen) },
  { path: '/fill', Show: lazyScreen(async () => (await import('./features/pick-link/fill-screen.tsx')).FillScreen) },
  {
    path: '/unsubscribe/:token',
    Show: lazyScreen(async () => (await import('./features/unsubscribe/unsubscribe-screen.tsx')).UnsubscribeScreen),
  },
  { path: '/join/:token', Show: lazyScreen(async () => (await import('./features/join/old-invite.tsx')).OldInvite) },
];

/** Screens of the admin panel. */
const adminPlaces: readonly Place[] = [
  { path: '/admin', Show: lazyScreen(async () => (await import('./features/admin/admin-screen.tsx')).AdminScreen) },
  {
    path: '/admin/users',
    Show: lazyScreen(async () => (await import('./features/admin/users-screen.tsx')).UsersScreen),
  },
  {
    path: '/admin/pools',
    Show: lazyScreen(async () => (await import('./features/admin/pools-screen.tsx')).PoolsScreen),
  },
  {
    path: '/admin/pools/edit/:poolId/*?',
    Show: lazyScreen(async () => (await import('./features/pool/manage/any-pool-screens.tsx')).EditPoolScreen),
  },
  {
    path: '/admin/scores',
    Show: lazyScreen(async () => (await import('./features/admin/scores-screen.tsx')).ScoresScreen),
  },
  {
    path: '/admin/season',
    Show: lazyScreen(async () => (await import('./features/admin/season-screen.tsx')).SeasonScreen),
  },
  {
    path: '/admin/pools/picks/:poolId/:entryId',
    Show: lazyScreen(async () => (await import('./features/pool/manage/any-pool-screens.tsx')).AnyPoolPicksScreen),
  },
  {
    path: '/admin/players',
    Show: lazyScreen(async () => (await import('./features/admin/players-screen.tsx')).PlayersScreen),
  },
  { path: '/admin/log', Show: lazyScreen(async () => (await import('./features/admin/log-screen.tsx')).LogScreen) },
  {
    path: '/admin/feed',
    Show: lazyScreen(async () => (await import('./features/admin/feed-screen.tsx')).FeedScreen),
  },
];

/** One screen with two views: it stays mounted when the view changes. */
const Matchup = lazyScreen(async () => (await import('./features/matchup/matchup-screen.tsx')).MatchupScreen);

/** Screens with the header and the footer. */
const innerPlaces: readonly Place[] = [
  { path: '/', Show: lazyScreen(async () => (await import('./features/home/home-screen.tsx')).HomeScreen) },
  { path: '/picks', Show: lazyScreen(async () => (await import('./features/picks/picks-screen.tsx')).PicksScreen) },
  { path: '/matchup', Show: Matchup },
  { path: '/matchup/game-day', Show: Matchup },
  {
    path: '/scoreboard',
    Show: lazyScreen(async () => (await import('./features/scoreboard/scoreboard-screen.tsx')).ScoreboardScreen),
  },
  {
    path: '/recap/:weekId',
    Show: lazyScreen(async () => (await import('./features/recap/recap-screen.tsx')).RecapScreen),
  },
  {
    path: '/pools/new',
    Show: lazyScreen(async () => (await import('./features/new-pool/new-pool-screen.tsx')).NewPoolScreen),
  },
  {
    path: '/pools/new/:poolId',
    Show: lazyScreen(async () => (await import('./features/new-pool/pool-made-screen.tsx')).PoolMadeScreen),
  },
  {
    path: '/pool/*?',
    Show: lazyScreen(async () => (await import('./features/pool/pool-screen.tsx')).PoolScreen),
  },
  {
    path: '/profile/*?',
    Show: lazyScreen(async () => (await import('./features/profile/profile-screen.tsx')).ProfileScreen),
  },
  { path: '/test', Show: lazyScreen(async () => (await import('./features/test/test-screen.tsx')).TestScreen) },
  { path: '/join', Show: lazyScreen(async () => (await import('./features/join/join-screen.tsx')).JoinScreen) },
  ...adminPlaces,
];

const Layout = lazyScreen(async () => (await import('./layout/signed-in-layout.tsx')).SignedInLayout);
const AdminPanel = lazyScreen(async () => (await import('./features/admin/admin-panel.tsx')).AdminPanel);

export function App() {
  const { parser } = useRouter();
  const aroundNav = useMemo(() => createAroundNav((path) => prepare(parser, path)), [parser]);
  return (
    <Router aroundNav={aroundNav}>
      <ErrorBoundary>
        <Shown />
      </ErrorBoundary>
    </Router>
  );
}

function Shown() {
  const { parser } = useRouter();
  const [path] = useLocation();
  useScrollToTop();
  const fetchPlace = useCallback((expected: string) => void prepare(parser, expected).catch(() => undefined), [parser]);
  usePreloadOnHover(fetchPlace);
  // The layout and its screen are fetched in parallel.
  useEffect(() => fetchPlace(path), [fetchPlace, path]);
  const place = placeOf(parser, path);
  if (place === undefined) return <Redirect path="/" />;
  const shown = (
    <Route path={place.path}>
      <place.Show />
    </Route>
  );
  if (publicPlaces.includes(place)) return shown;
  const admins = adminPlaces.includes(place);
  return <Layout admins={admins}>{admins ? <AdminPanel>{shown}</AdminPanel> : shown}</Layout>;
}

/** Unknown paths lead to the first screen (specification section 2). */
function placeOf(parser: Parser, path: string): Place | undefined {
  return [...publicPlaces, ...innerPlaces].find((place) => matchRoute(parser, place.path, path)[0]);
}

/** Fetches the code of a path's screen. */
function prepare(parser: Parser, path: string): Promise<unknown> {
  const place = placeOf(parser, path);
  if (place === undefined) return Promise.resolve();
  return Promise.all([
    place.Show.preload(),
    ...(publicPlaces.includes(place) ? [] : [Layout.preload()]),
    ...(adminPlaces.includes(place) ? [AdminPanel.preload()] : []),
  ]);
}
