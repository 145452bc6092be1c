import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import type { PoolEditReply } from '#contract/pools.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { Redirect } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useLatestData } from '#web/parts/panel/optimistic.ts';
import { RequestsNote } from '#web/parts/panel/requests-note.tsx';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import { poolEditQuery, summaryQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { SecondFactorHint } from '#web/parts/second-factor-hint.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { ManageMoney } from './manage-money.tsx';
import { MessagesSection } from './messages-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { WeeksSection } from './weeks-section.tsx';

/** The addresses of the screens for running a pool, and those that they link to. */
export interface Addresses {
  /** The address of the settings; the other sections are below it. */
  readonly base: string;
  /** Opened after saving, and by 'Cancel'. */
  readonly back: string;
  /** The form that enters picks of an entry. */
  readonly picks: (entryId: string) => string;
  /** The ledger of the pool, if it has an address of its own. */
  readonly ledger?: string;
}

export interface ManageProps {
  readonly pool: PoolEditReply;
  readonly addresses: Addresses;
}

interface ManageSection {
  /** Its address below that of the settings. */
  readonly path: string;
  readonly text: string;
  readonly Show: ComponentType<ManageProps>;
}

const ImportSection = lazyScreen<ManageProps>(
  async () => (await import('./import/import-section.tsx')).ImportSection,
  <Skeleton className="h-72" />,
);

const SideTablesSection = lazyScreen<ManageProps>(
  async () => (await import('./side-tables-section.tsx')).SideTablesSection,
  <Skeleton className="h-72" />,
);

const AlmanacSection = lazyScreen<ManageProps>(
  async () => (await import('./almanac/almanac-section.tsx')).AlmanacSection,
  <Skeleton className="h-144" />,
);

const sections: readonly ManageSection[] = [
  { path: '', text: 'Settings', Show: SettingsForm },
  { path: '/side-tables', text: 'Side tables', Show: SideTablesSection },
  { path: '/weeks', text: 'Weeks', Show: WeeksSection },
  { path: '/people', text: 'People', Show: PeopleSection },
  { path: '/messages', text: 'Messages', Show: MessagesSection },
  { path: '/money', text: 'Money', Show: ManageMoney },
  { path: '/almanac', text: 'Almanac', Show: AlmanacSection },
  { path: '/import', text: 'Import', Show: ImportSection },
];

interface PoolManagerProps {
  readonly poolId: string;
  readonly addresses: Addresses;
}

/** Everything that commissioners and admins can set, in sections with an address each. Only admins see the list of the league's users. */
export function PoolManager({ poolId, addresses }: PoolManagerProps) {
  const { isAdmin } = useMe();
  const [path] = useLocation();
  const pool = useQuery(poolEditQuery(poolId));
  const summary = useQuery({ ...summaryQuery, enabled: isAdmin });
  const section = sections.find((each) => addresses.base + each.path === path);
  // As any unknown path does (specification section 2).
  if (section === undefined) return <Redirect path="/" />;
  const requests = pool.data?.requests.length ?? 0;
  const tabs = sections.map((each) => ({
    to: addresses.base + each.path,
    text: each.text,
    note: each.path === '/people' && requests > 0 && <RequestsNote requests={requests} />,
  }));
  const skeleton = <Skeleton className="h-144" />;
  return (
    <>
      <SectionTabs label="Manage" tabs={tabs} />
      <Loaded query={pool} failure="Couldn't load the pool" skeleton={skeleton}>
        {(read) =>
          isAdmin && summary.isPending ? (
            skeleton
          ) : (
            <Shown key={read.id} section={section} pool={read} addresses={addresses} />
          )
        }
      </Loaded>
      <SecondFactorHint />
    </>
  );
}

function Shown({ section, pool, addresses }: ManageProps & { readonly section: ManageSection }) {
  const latest = useLatestData(poolEditQuery(pool.id).queryKey, pool);
  return <section.Show pool={latest} addresses={addresses} />;
}
