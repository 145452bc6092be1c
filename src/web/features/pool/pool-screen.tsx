import { useEffect } from 'react';
import { matchRoute, Route, useLocation, useRouter } from 'wouter';
import type { PoolReply } from '#contract/pools.ts';
import { admits } from '#core/permissions.ts';
import { hasUnread } from '#core/talk.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { isWithin, Link, Redirect } from '#web/lib/navigation.tsx';
import { BackLink } from '#web/parts/panel/back-link.tsx';
import { RequestsNote } from '#web/parts/panel/requests-note.tsx';
import type { SectionTab } from '#web/parts/panel/section-tabs.tsx';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { useRequester } from '#web/parts/requester.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import { MANAGE, MEMBERS, POOL, RULES, TALK } from './paths.ts';
import type { Section } from './sections.tsx';
import { sectionSkeleton, sections } from './sections.tsx';

const ENTER_PICKS = `${MANAGE}/picks/:entryId` as const;
const EnterPicks = lazyScreen(
  async () => (await import('./manage/enter-picks-screen.tsx')).EnterPicksScreen,
  sectionSkeleton,
);

/** The pool's page: its sections, one of which is shown, and the screens that Manage and Members link to. */
export function PoolScreen() {
  const [path] = useLocation();
  const { parser } = useRouter();
  // Going from one section to another shows no placeholder.
  useEffect(() => {
    for (const { level, Show } of sections) if (level === 'member') Show.preload().catch(() => undefined);
  }, []);
  if (matchRoute(parser, ENTER_PICKS, path)[0]) {
    return (
      <Route path={ENTER_PICKS}>
        <EnterPicks />
      </Route>
    );
  }
  const section = sectionAt(path);
  // As any unknown path does (specification section 2).
  if (section === undefined && path !== POOL) return <Redirect path="/" />;
  const waiting = (
    <>
      <Skeleton className="mb-5 h-13" />
      <Skeleton className="h-144" />
    </>
  );
  return (
    <PoolGate title={section?.text ?? 'Pool'} noPool="Please select a pool" skeleton={waiting}>
      {(pool) => <PoolPage section={section} pool={pool} />}
    </PoolGate>
  );
}

function sectionAt(path: string): Section | undefined {
  return sections.find((each) => each.path === path || (each.isApart && isWithin(path, each.path)));
}

/** What the tabs of sections note. */
interface Notes {
  /** How many requests to join are pending. */
  readonly requests: number;
  readonly isUnread: boolean;
}

/** The Members tab counts join requests; the Talk tab marks unread messages. */
function tabTo({ path, text }: Section, { requests, isUnread }: Notes): SectionTab {
  const note = path === MEMBERS && requests > 0 && <RequestsNote requests={requests} />;
  return { to: path, text, note: path === TALK ? isUnread && <UnreadNote /> : note };
}

interface PoolPageProps {
  /** Missing at the address of the pool itself. */
  readonly section: Section | undefined;
  readonly pool: PoolReply;
}

function PoolPage({ section: asked, pool }: PoolPageProps) {
  const requester = useRequester();
  const { requests = 0, readUntil } = usePool().pool ?? {};
  const isUnread = hasUnread(pool.lastMessage, readUntil);
  const section = asked ?? sectionAt(isUnread ? TALK : RULES);
  if (section === undefined || !admits(section.level, requester)) return <Redirect path={RULES} />;
  const { text, isApart, Show } = section;
  if (isApart) {
    return (
      <Screen title={`${text} ${pool.name}`} over={<BackLink to={POOL} text="Back to the pool" />}>
        <Show pool={pool} />
      </Screen>
    );
  }
  const open = sections.filter((each) => !each.isApart && (each === section || (each.isUsed?.(pool) ?? true)));
  return (
    <Screen title={text} over={<PoolName />} tools={admits('commissioner', requester) && <ManageLink />}>
      {asked === undefined && <Redirect path={section.path} />}
      <SectionTabs label="Sections" tabs={open.map((each) => tabTo(each, { requests, isUnread }))} />
      <Show pool={pool} />
    </Screen>
  );
}

/** For those who run the pool. */
function ManageLink() {
  return (
    <Link to={MANAGE} className={buttonLook('plain')}>
      <Icon name="gear" />
      Manage
    </Link>
  );
}

function UnreadNote() {
  return (
    <span className="label rounded bg-amber-wash px-1.5 text-amber">
      New<span className="sr-only"> messages</span>
    </span>
  );
}
