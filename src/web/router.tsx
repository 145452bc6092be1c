import { Suspense, useCallback, useMemo } from 'react';
import type { Parser } from 'wouter';
import { matchRoute, Route, Router, useLocation, useRouter } from 'wouter';
import { GoTo } from './lib/go-to.tsx';
import { goAfter, useExpectedScreens, useTopOfScreen } from './lib/navigation.tsx';
import type { Screen } from './lib/screen.tsx';
import { screen } from './lib/screen.tsx';
import { Safe } from './ui/safe.tsx';

interface Place {
  readonly path: string;
  readonly Show: Screen<object>;
}

/** What can be seen without signing in. */
const outside: readonly Place[] = [
  { path: '/login', Show: screen(async () => (await import('./features/login/login-screen.tsx')).LoginScreen) },
  { path: '/reset', Show: screen(async () => (await import('./features/reset/reset-screen.tsx')).ResetScreen) },
  { path: '/verify', Show: screen(async () => (await import('./features/verify/verify-screen.tsx')).VerifyScreen) },
  { path: '/join/:token', Show: screen(async () => (await import('./features/join/old-invite.tsx')).OldInvite) },
];

/** What only admins may see, within the admin panel. */
const adminPlaces: readonly Place[] = [
  { path: '/admin', Show: screen(async () => (await import('./features/admin/admin-screen.tsx')).AdminScreen) },
  {
    path: '/admin/users',
    Show: screen(async () => (await import('./features/admin/users/users-screen.tsx')).UsersScreen),
  },
  {
    path: '/admin/pools',
    Show: screen(async () => (await import('./features/admin/pools/pools-screen.tsx')).PoolsScreen),
  },
  {
    path: '/admin/pools/edit/:poolId',
    Show: screen(async () => (await import('./features/admin/pools/pool-edit-screen.tsx')).PoolEditScreen),
  },
  {
    path: '/admin/season',
    Show: screen(async () => (await import('./features/admin/season/season-screen.tsx')).SeasonScreen),
  },
  {
    path: '/admin/pools/picks/:poolId/:userId',
    Show: screen(async () => (await import('./features/admin/pools/bus-picks-screen.tsx')).BusPicksScreen),
  },
  {
    path: '/admin/players',
    Show: screen(async () => (await import('./features/admin/players/players-screen.tsx')).PlayersScreen),
  },
  { path: '/admin/log', Show: screen(async () => (await import('./features/admin/log/log-screen.tsx')).LogScreen) },
  { path: '/admin/feed', Show: screen(async () => (await import('./features/admin/feed/feed-screen.tsx')).FeedScreen) },
];

/** What stands between the header and the footer. */
const inside: readonly Place[] = [
  { path: '/', Show: screen(async () => (await import('./features/home/home-screen.tsx')).HomeScreen) },
  { path: '/picks', Show: screen(async () => (await import('./features/picks/picks-screen.tsx')).PicksScreen) },
  { path: '/matchup', Show: screen(async () => (await import('./features/matchup/matchup-screen.tsx')).MatchupScreen) },
  {
    path: '/scoreboard',
    Show: screen(async () => (await import('./features/scoreboard/scoreboard-screen.tsx')).ScoreboardScreen),
  },
  { path: '/profile', Show: screen(async () => (await import('./features/profile/profile-screen.tsx')).ProfileScreen) },
  { path: '/test', Show: screen(async () => (await import('./features/test/test-screen.tsx')).TestScreen) },
  { path: '/join', Show: screen(async () => (await import('./features/join/join-screen.tsx')).JoinScreen) },
  ...adminPlaces,
];

const Layout = screen(async () => (await import('./layout/signed-in-layout.tsx')).SignedInLayout);
const AdminPanel = screen(async () => (await import('./features/admin/admin-panel.tsx')).AdminPanel);

export function App() {
  const { parser } = useRouter();
  const aroundNav = useMemo(() => goAfter((path) => prepare(parser, path)), [parser]);
  return (
    <Router aroundNav={aroundNav}>
      <Safe>
        <Suspense fallback={null}>
          <Shown />
        </Suspense>
      </Safe>
    </Router>
  );
}

function Shown() {
  const { parser } = useRouter();
  const [path] = useLocation();
  useTopOfScreen();
  useExpectedScreens(useCallback((expected) => void prepare(parser, expected).catch(() => undefined), [parser]));
  const place = placeOf(parser, path);
  if (place === undefined) return <GoTo path="/" />;
  const shown = (
    <Route path={place.path}>
      <place.Show />
    </Route>
  );
  if (outside.includes(place)) return shown;
  const admins = adminPlaces.includes(place);
  return <Layout admins={admins}>{admins ? <AdminPanel>{shown}</AdminPanel> : shown}</Layout>;
}

/** Unknown paths lead to the first screen (specification section 2). */
function placeOf(parser: Parser, path: string): Place | undefined {
  return [...outside, ...inside].find((place) => matchRoute(parser, place.path, path)[0]);
}

/** Fetches what a path will show. */
function prepare(parser: Parser, path: string): Promise<unknown> {
  const place = placeOf(parser, path);
  if (place === undefined) return Promise.resolve();
  return Promise.all([
    place.Show.preload(),
    ...(outside.includes(place) ? [] : [Layout.preload()]),
    ...(adminPlaces.includes(place) ? [AdminPanel.preload()] : []),
  ]);
}
