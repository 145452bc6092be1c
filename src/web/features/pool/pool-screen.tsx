import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { matchRoute, Route, useLocation, useRouter } from 'wouter';
import type { PoolReply } from '#contract/pools.ts';
import { admits } from '#core/permissions.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { isWithin, Link, Redirect } from '#web/lib/navigation.tsx';
import { BackLink } from '#web/parts/panel/back-link.tsx';
import { RequestsNote } from '#web/parts/panel/requests-note.tsx';
import type { SectionTab } from '#web/parts/panel/section-tabs.tsx';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { useMayMakePool, useRequester } from '#web/parts/requester.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import type { Section } from './sections.tsx';
import { sectionSkeleton, sections } from './sections.tsx';

const ENTER_PICKS = '/pool/manage/picks/:entryId';
const EnterPicks = lazyScreen(
  async () => (await import('./manage/enter-picks-screen.tsx')).EnterPicksScreen,
  sectionSkeleton,
);

/** The pool's page: its sections, one of which is shown, and the screens that Manage and Members link to. */
export function PoolScreen() {
  const [path] = useLocation();
  const { parser } = useRouter();
  if (matchRoute(parser, ENTER_PICKS, path)[0]) {
    return (
      <Route path={ENTER_PICKS}>
        <EnterPicks />
      </Route>
    );
  }
  const section = sectionAt(path);
  // As any unknown path does (specification section 2).
  if (section === undefined) return <Redirect path="/" />;
  const waiting = (
    <>
      <Skeleton className="mb-5 h-13" />
      <Skeleton className="h-144" />
    </>
  );
  return (
    <PoolGate title={section.text} noPool="Please select a pool" skeleton={waiting}>
      {(pool) => <PoolPage section={section} pool={pool} />}
    </PoolGate>
  );
}

function sectionAt(path: string): Section | undefined {
  return sections.find((each) => each.path === path || (each.isApart && isWithin(path, each.path)));
}

/** The Members tab counts join requests; the Talk tab marks unread messages. */
function tabTo({ path, text }: Section, requests: number): SectionTab {
  const note = path === '/pool/members' && requests > 0 && <RequestsNote requests={requests} />;
  return { to: path, text, note: path === '/pool/talk' ? <UnreadTalk /> : note };
}

function NewPool() {
  return (
    <Link to="/pools/new" className={buttonLook('plain')}>
      New Pool
    </Link>
  );
}

interface PoolPageProps {
  readonly section: Section;
  readonly pool: PoolReply;
}

function PoolPage({ section: { text, isApart, ...section }, pool }: PoolPageProps) {
  const requester = useRequester();
  const mayMake = useMayMakePool();
  const requests = usePool().pool?.requests ?? 0;
  const open = sections.filter(({ level }) => admits(level, requester));
  // Going from one section to another shows no placeholder.
  useEffect(() => {
    for (const { level, Show } of sections) if (level === 'member') Show.preload().catch(() => undefined);
  }, []);
  if (!admits(section.level, requester)) return <Redirect path="/pool" />;
  if (isApart) {
    return (
      <Screen title={`${text} ${pool.name}`} over={<BackLink to="/pool" text="Back to the pool" />}>
        <section.Show pool={pool} />
      </Screen>
    );
  }
  return (
    <Screen title={text} over={<PoolName />} tools={mayMake && <NewPool />}>
      <SectionTabs label="Sections" tabs={open.map((each) => tabTo(each, requests))} />
      <section.Show pool={pool} />
    </Screen>
  );
}

/** The mark of unread messages in the talk of the chosen pool, as far as the page knows the pool. */
function UnreadTalk() {
  const { pool } = usePool();
  const { data: last } = useQuery({ ...poolQuery(pool?.id ?? ''), enabled: false, select: lastOf });
  if (pool?.readUntil === undefined || last === undefined || last <= pool.readUntil) return null;
  return (
    <span className="label rounded bg-amber-wash px-1.5 text-amber">
      New<span className="sr-only"> messages</span>
    </span>
  );
}

function lastOf({ lastMessage }: PoolReply): number | undefined {
  return lastMessage;
}
