import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AuditField } from '#contract/log.ts';
import type { Announcement } from '#contract/pools.ts';
import {
  allWeeksText,
  authorText,
  FROM_WEEK,
  fromWeekText,
  newsFor,
  SIDE_TABLE,
  unreadOf,
} from '#core/announcements.ts';
import { recordTime } from '#core/kickoff-text.ts';
import { weekName } from '#core/weeks.ts';
import { call } from '#web/lib/api.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { poolsQuery } from '#web/parts/queries.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { useFocusOnLeave } from '#web/ui/focus-fallback.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The texts of the rules are long, and such news is rare. */
const RuleChanges = lazyScreen(async () => (await import('./rule-changes.tsx')).RuleChanges);

const NEWS_ID = 'news';

interface NewsProps {
  /** Those of the pool, latest first. */
  readonly announcements: readonly Announcement[];
}

/** Links to the news, which on phones is below the first view. */
export function NewsLink({ announcements }: NewsProps) {
  const reader = usePool().pool ?? {};
  if (newsFor(announcements, reader).length === 0) return null;
  return (
    <a
      href={`#${NEWS_ID}`}
      className="panel no-print flex min-h-11 items-center gap-1 px-3 font-display text-lg font-medium text-amber lg:hidden"
    >
      News
      <Icon name="chevronDown" />
    </a>
  );
}

/** Announcements of the pool, late rule changes, and changed prizes, until the person has read them. */
export function News({ poolId, announcements }: NewsProps & { readonly poolId: string }) {
  const reader = usePool().pool ?? {};
  const news = newsFor(announcements, reader);
  const until = Math.max(...unreadOf(announcements, reader).map(({ id }) => id));
  return news.length > 0 && <Unread key={poolId} poolId={poolId} announcements={news} until={until} />;
}

interface UnreadProps extends NewsProps {
  readonly poolId: string;
  /** The id of the last announcement that is read with them. */
  readonly until: number;
}

function Unread({ poolId, announcements: unread, until }: UnreadProps) {
  const client = useQueryClient();
  const section = useRef<HTMLElement>(null);
  useFocusOnLeave(section);
  const [state, setState] = useState<'unread' | 'sending' | 'failed'>('unread');

  async function read(): Promise<void> {
    setState('sending');
    try {
      await call('PUT /api/pools/:poolId/announcements/read', { params: { poolId }, body: { until } });
      client.setQueryData(poolsQuery.queryKey, (reply) => {
        return (
          reply && { pools: reply.pools.map((pool) => (pool.id === poolId ? { ...pool, toldUntil: until } : pool)) }
        );
      });
      setState('unread');
    } catch {
      setState('failed');
    }
  }

  const [texts, prizes] = [withField(unread, 'text'), withField(unread, 'prize')];
  const changed = unread.filter((each) => !texts.includes(each) && !prizes.includes(each)).toReversed();
  const allWeeks = allWeeksText(changed.map(namesOf));
  return (
    <section
      ref={section}
      id={NEWS_ID}
      tabIndex={-1}
      aria-label="News of this pool"
      className="panel grid gap-3 p-5 sm:p-6 lg:col-span-3"
    >
      {texts.length > 0 && (
        <h2 className="heading text-xl text-amber">{texts.length === 1 ? 'Announcement' : 'Announcements'}</h2>
      )}
      {texts.map((each) => (
        <div key={each.id}>
          <Heading announcement={each} />
          <p className="text-lg break-words whitespace-pre-wrap">{fieldOf(each, 'text')?.after}</p>
        </div>
      ))}
      {prizes.length > 0 && <h2 className="heading text-xl text-amber">A prize changed hands</h2>}
      {prizes.map((each) => (
        <PrizeNews key={each.id} announcement={each} />
      ))}
      {changed.length > 0 && <h2 className="heading text-xl text-amber">The rules of this pool changed</h2>}
      {changed.map((each) => (
        <TextAnnouncement key={each.id} announcement={each} />
      ))}
      {allWeeks !== null && <p className="text-sm text-ink-soft">{allWeeks}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button isPaused={state === 'sending'} onClick={() => void read()}>
          Got it
        </Button>
        {prizes.length > 0 && (
          <Link to="/pool/money" className={buttonLook('plain')}>
            See the money
          </Link>
        )}
        {changed.length > 0 && (
          <Link to="/pool/rules" className={buttonLook('plain')}>
            See all rules
          </Link>
        )}
        <p role="alert" className="text-red">
          {state === 'failed' && "Couldn't save that. Please try again."}
        </p>
      </div>
    </section>
  );
}

/** When an announcement was made, and by whom. */
function Heading({ announcement: { at, by } }: { readonly announcement: Announcement }) {
  return (
    <p className="text-sm break-words text-ink-soft">
      {recordTime(at)}
      {by && ` · ${authorText(by)}`}
    </p>
  );
}

function fieldOf({ fields }: Announcement, name: string): AuditField | undefined {
  return fields.find((field) => field.name === name);
}

/** The announcements that have a field, in the order in which they were made. */
function withField(announcements: readonly Announcement[], name: string): Announcement[] {
  return announcements.filter((each) => fieldOf(each, name) !== undefined).toReversed();
}

function namesOf({ fields }: Announcement): string[] {
  return fields.map(({ name }) => name);
}

/** A prize that changed hands because a score was corrected. */
function PrizeNews({ announcement }: { readonly announcement: Announcement }) {
  const { weekId } = announcement;
  const prize = fieldOf(announcement, 'prize');
  const season = fieldOf(announcement, SIDE_TABLE)?.after ?? 'Season';
  return (
    <div>
      <Heading announcement={announcement} />
      <p className="text-lg break-words">
        {weekId === undefined ? season : weekName(weekId)}: {prize?.after} (was {prize?.before})
      </p>
    </div>
  );
}

function TextAnnouncement({ announcement }: { readonly announcement: Announcement }) {
  const { fields } = announcement;
  const why = fields.find(({ name }) => name === 'why')?.after;
  const from = fieldOf(announcement, FROM_WEEK)?.after;
  return (
    <div>
      <Heading announcement={announcement} />
      <ul className="min-h-7 text-lg">
        <RuleChanges fields={fields} />
        {from !== undefined && <li>{fromWeekText(namesOf(announcement), String(from))}</li>}
      </ul>
      {why && <p className="break-words text-ink-soft">Why: {why}</p>}
    </div>
  );
}
