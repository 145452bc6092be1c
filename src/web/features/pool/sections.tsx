import type { ComponentType } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { Level } from '#core/permissions.ts';
import type { Lazy } from '#web/lib/lazy.tsx';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { Loading, Skeleton } from '#web/ui/loaded.tsx';
import { MANAGE, MEMBERS, MONEY, RULES, TALK } from './paths.ts';

export interface SectionProps {
  readonly pool: PoolReply;
}

/** A section of the pool's page, with its own address. */
export interface Section {
  readonly path: string;
  readonly text: string;
  /** The access level that a viewer needs. */
  readonly level: Level;
  readonly Show: Lazy<SectionProps>;
  /** Whether a pool uses it; without a use it has a tab only while it is open. */
  readonly isUsed?: (pool: PoolReply) => boolean;
  /** Whether it is a page of its own, with sections below its path: a button leads there, and the pool's sections are hidden. */
  readonly isApart?: true;
}

/** The placeholder of a section. */
export const sectionSkeleton = (
  <Loading>
    <Skeleton className="h-144" />
  </Loading>
);

const lazySection = (load: () => Promise<ComponentType<SectionProps>>) => lazyScreen(load, sectionSkeleton);

/** All sections, in the order of their links. */
export const sections: readonly Section[] = [
  {
    path: RULES,
    text: 'Rules',
    level: 'member',
    Show: lazySection(async () => (await import('./rules/rules-section.tsx')).RulesSection),
  },
  {
    path: TALK,
    text: 'Talk',
    level: 'member',
    Show: lazySection(async () => (await import('./talk/talk-section.tsx')).TalkSection),
  },
  {
    path: MONEY,
    text: 'Money',
    level: 'member',
    isUsed: ({ hasMoney }) => hasMoney,
    Show: lazySection(async () => (await import('./money/money-section.tsx')).MoneySection),
  },
  {
    path: '/pool/almanac',
    text: 'Almanac',
    level: 'member',
    Show: lazySection(async () => (await import('./almanac/almanac-section.tsx')).AlmanacSection),
  },
  {
    path: '/pool/log',
    text: 'Log',
    level: 'member',
    Show: lazySection(async () => (await import('./log/log-section.tsx')).LogSection),
  },
  {
    path: MEMBERS,
    text: 'Members',
    level: 'member',
    Show: lazySection(async () => (await import('./members/members-section.tsx')).MembersSection),
  },
  {
    path: MANAGE,
    text: 'Manage',
    level: 'commissioner',
    isApart: true,
    Show: lazySection(async () => (await import('./manage/manage-section.tsx')).ManageSection),
  },
];
