import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId, useRef } from 'react';
import type { MoneyReply } from '#contract/money.ts';
import type { MissingPicks, MissingReply } from '#contract/notify.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { weekFreeze } from '#core/frozen-line.ts';
import { gameCounts } from '#core/game.ts';
import { counted, listText } from '#core/listed.ts';
import { isLocked } from '#core/locks.ts';
import { missingLines } from '#core/missing-lines.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { weekName } from '#core/weeks.ts';
import { failureText } from '#web/lib/api.ts';
import { isAwaited } from '#web/lib/awaited.ts';
import { useClock } from '#web/lib/clock.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { feedQuery, feedWords, needsHelp } from '#web/parts/feed.ts';
import { missingQuery, reminderNotes, remindText, sentText, useRemind } from '#web/parts/missing-picks.ts';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { unpaidText } from '#web/parts/money/unpaid.ts';
import { usePool } from '#web/parts/pool-context.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Missing picks are mentioned this long before the next lock, in ms. */
const MISSING_AHEAD_MS = 2 * DAY_MS;
/** How often missing picks, fees and the state of the feed are read while the page is open, in ms. */
const READ_MS = 5 * MINUTE_MS;

/** The fees, without the live topic: each change of a game would read the prizes again. */
function feesQuery(poolId: string) {
  return queryOptions({
    queryKey: ['fees', poolId],
    queryFn: moneyQuery(poolId).queryFn,
    refetchOnMount: 'always',
    refetchInterval: READ_MS,
    meta: { failure: 'Error fetching the fees' },
  });
}

/** How many names are listed; a link leads to the others. */
const MAX_NAMED = 8;

interface DeskProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  /** Shown while what is on the desk is unknown, so that the page doesn't jump. */
  readonly skeleton: ReactNode;
  readonly children: (desk: ReactNode) => ReactNode;
}

/** What those who run the pool should do now: missing picks and fees, requests, lines, scores and the feed. Nothing if all is well. */
export function WithDesk({ pool, weekId, skeleton, children }: DeskProps) {
  const me = useMe();
  const games = useQuery(gamesQuery(pool.id, weekId, pool));
  const isNear = useClock((now) => nextLock(games.data ?? [], now) - now <= MISSING_AHEAD_MS);
  const lines = useClock((now) => linesText(games.data ?? [], pool.rules, now));
  const missing = useQuery({ ...missingQuery(pool.id, weekId), refetchInterval: READ_MS, enabled: isNear });
  const money = useQuery({ ...feesQuery(pool.id), enabled: pool.hasMoney });
  const feed = useQuery({ ...feedQuery, refetchInterval: READ_MS, enabled: me.isAdmin });
  const { requests = 0 } = usePool().pool ?? {};
  const wasShown = useRef(false);
  // Only the first time: later the page stays while something is read.
  if (!wasShown.current && [games, missing, money, feed].some(isAwaited)) return skeleton;
  wasShown.current = true;
  const unpaid = money.data && unpaidText(money.data.entries.map(dueOf), money.data.plan.fee);
  const state = feed.data?.status.state;
  const problems = (feed.data?.jobs ?? []).reduce((sum, job) => sum + job.problems.length, 0);
  const hasMissing = isNear && missing.data !== undefined && missing.data.entries.length > 0;
  const rows = [
    hasMissing && (
      <Missing
        key={`picks of ${weekId}: ${missing.data.entries.map(({ id }) => id).join(' ')}`}
        pool={pool}
        weekId={weekId}
        reply={missing.data}
      />
    ),
    unpaid && <Row key="fees" text={unpaid} to="/pool/money" action="Money" />,
    requests > 0 && <Row key="requests" text={requestsText(requests)} to="/pool/members" action="Answer" />,
    lines && <Row key="lines" text={lines} to={me.isAdmin ? '/picks' : null} action="Set lines in Picks" />,
    pool.unscoredWeekId !== null && <Scores key="scores" weekId={pool.unscoredWeekId} />,
    state && needsHelp(state) && (
      <Row key="feed" text={`Feed: ${feedWords[state].text}`} to="/admin/feed" action="Feed" />
    ),
    problems > 0 && <Row key="problems" text={problemsText(problems)} to="/admin/feed" action="Feed" />,
  ].filter(Boolean);
  return children(rows.length > 0 && <Desk rows={rows} />);
}

/** When the next game of a week locks; never if none is open. */
function nextLock(games: readonly GameReply[], now: number): number {
  return Math.min(...games.filter((game) => gameCounts(game) && !isLocked(game, now)).map(({ lockAt }) => lockAt));
}

function dueOf({ name, due, paid }: MoneyReply['entries'][number]) {
  return { name, cents: due, paid };
}

function requestsText(requests: number): string {
  return requests === 1 ? '1 person asks to join.' : `${requests} people ask to join.`;
}

function problemsText(problems: number): string {
  return `${counted(problems, 'report')} of the feed could not be understood.`;
}

/** `No line yet: BUF @ MIA.`; null if none is missing that should be there. */
export function linesText(games: readonly GameReply[], rules: PoolRules, now: number): string | null {
  const missing = missingLines(games, rules, weekFreeze(games), now);
  return missing && `No line yet: ${listText(missing.games.map(({ away, home }) => `${away} @ ${home}`))}.`;
}

function Desk({ rows }: { readonly rows: readonly ReactNode[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel p-5 lg:col-span-3">
      <h2 id={id} className="heading mb-2 text-xl">
        For you to do
      </h2>
      <ul className="grid gap-3">{rows}</ul>
    </section>
  );
}

interface RowProps {
  readonly text: string;
  /** Null if the viewer can't do it themselves. */
  readonly to: string | null;
  readonly action: string;
}

function Row({ text, to, action }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
      <p className="min-w-0 flex-1 basis-56 break-words">{text}</p>
      {to !== null && (
        <Link to={to} className={buttonLook('plain')}>
          {action}
        </Link>
      )}
    </li>
  );
}

/** Games that are over and have no score: an admin enters it. */
function Scores({ weekId }: { readonly weekId: string }) {
  const { isAdmin } = useMe();
  const text = `${weekName(weekId)} has games that are over and still have no score.`;
  return (
    <Row
      text={isAdmin ? text : `${text} An admin enters them.`}
      to={isAdmin ? `/admin/scores?week=${weekId}` : null}
      action="Enter the scores"
    />
  );
}

interface MissingProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly reply: MissingReply;
}

/** Who has picks to make: a tap on a name enters them, a button reminds all who can be reminded. */
function Missing({ pool, weekId, reply: { entries, canRemind } }: MissingProps) {
  const { sending, remind } = useRemind(pool.id, weekId);
  const ready = entries.filter(({ reminder }) => reminder === 'ready').length;
  const others = entries.length - MAX_NAMED;
  return (
    <li>
      <div className="flex flex-wrap items-start justify-between gap-x-5 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p>{`${entries.length} ${entries.length === 1 ? "hasn't" : "haven't"} made all picks. Tap a name to enter them.`}</p>
          <ul className="flex flex-wrap gap-x-4">
            {entries.slice(0, MAX_NAMED).map(({ id, name }) => (
              <li key={id} className="min-w-0">
                <Name to={`/pool/manage/picks/${id}`} text={name} />
              </li>
            ))}
            {others > 0 && (
              <li>
                <Name to="/pool/manage/people" text={`${others} more`} />
              </li>
            )}
          </ul>
          <p role="status" className="text-sm text-ink-soft">
            {sending.isSuccess ? sentText(sending.data) : canRemind && reachText(entries)}
          </p>
        </div>
        {canRemind && (
          <Button isPaused={ready === 0 || sending.isPending} onClick={() => remind()}>
            {remindText(ready, pool.rules)}
          </Button>
        )}
      </div>
      <Refusal text={sending.isError ? failureText(sending.error) : null} />
    </li>
  );
}

function Name({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 max-w-full items-center font-medium break-words text-amber underline underline-offset-4"
    >
      {text}
    </Link>
  );
}

/** `2 of 5 can be reminded. No email or push: Big Tony, Uncle Walt. Reminded already: Ann.` */
export function reachText(entries: readonly Pick<MissingPicks, 'name' | 'reminder'>[]): string {
  const ready = entries.filter(({ reminder }) => reminder === 'ready').length;
  const others = (['reminded', 'opted_out', 'no_mail'] as const).flatMap((state) => {
    const names = entries.filter(({ reminder }) => reminder === state).map(({ name }) => name);
    const more = names.length > MAX_NAMED ? [`${names.length - MAX_NAMED} more`] : [];
    return names.length === 0 ? [] : [`${reminderNotes[state]}: ${listText([...names.slice(0, MAX_NAMED), ...more])}.`];
  });
  if (ready === entries.length) return '';
  return [`${ready} of ${entries.length} can be reminded.`, ...others].join(' ');
}
