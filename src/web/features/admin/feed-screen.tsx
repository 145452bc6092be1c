import { useQuery } from '@tanstack/react-query';
import type { FeedJob, FeedProblemReply, FeedReply, FeedStatus, SecondLinesReply } from '#contract/feed.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { lineSourceNames } from '#core/source-lines.ts';
import { spanText } from '#core/span-text.ts';
import { weekName } from '#core/weeks.ts';
import { Link } from '#web/lib/navigation.tsx';
import { feedQuery, feedWords, needsHelp } from '#web/parts/feed.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';

/** The state of the feed, which changes games automatically. */
export function FeedScreen() {
  const feed = useQuery(feedQuery);
  return (
    <Screen title="Feed" over="Admin">
      <Loaded query={feed} failure="Couldn't load the feed" skeleton={<Skeleton className="h-96" />}>
        {(reply) => <Health reply={reply} />}
      </Loaded>
    </Screen>
  );
}

function Health({ reply: { host, status, jobs, lines } }: { readonly reply: FeedReply }) {
  const { tone, title, text } = feedWords[status.state];
  return (
    <>
      <section aria-label="State" className="panel p-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          <Badge tone={tone}>{title}</Badge>
          {text}
        </p>
        {host !== null && <p className="mt-1 text-sm break-words text-ink-soft">Games come from {host}.</p>}
      </section>
      {host !== null && <Numbers status={status} />}
      {needsHelp(status.state) && <Help />}
      {status.state === 'off' && <ByHand />}
      {lines && <SecondLines lines={lines} />}
      {jobs.length > 0 && <FeedJobs jobs={jobs} />}
    </>
  );
}

function Numbers({ status: { lastSuccessAt, ageMs, failures, nextRunAt } }: { readonly status: FeedStatus }) {
  return (
    <dl className="mt-4 grid gap-3 sm:grid-cols-3 md:gap-4">
      <Figure
        name="Last update"
        value={ageMs === null ? 'Never' : `${spanText(ageMs)} ago`}
        note={lastSuccessAt === null ? '' : momentText(lastSuccessAt)}
      />
      <Figure
        name="Failures in a row"
        value={String(failures)}
        note={failures === 0 ? 'All is well' : "We'll try again"}
      />
      <Figure
        name="Next update"
        value={nextRunAt === null ? 'None' : formatTime(nextRunAt)}
        note={nextRunAt === null ? '' : formatDay(nextRunAt)}
      />
    </dl>
  );
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note: string }) {
  return (
    <div className="board p-4">
      <dt className="label text-board-soft">{name}</dt>
      <dd className="led mt-1 text-2xl">{value}</dd>
      <dd className="min-h-5 text-sm text-board-soft">{note}</dd>
    </div>
  );
}

/** What admins do by hand in a league without a feed. */
function ByHand() {
  return (
    <section aria-label="What that means" className="panel mt-4 p-5">
      <h2 className="heading mb-2 text-xl">What that means</h2>
      <p className="mb-3 text-ink-soft">
        Scores, lines and kick-off times stay as they are until an admin changes them. Picks still lock on time, and the
        pool moves on to the next week by the calendar.
      </p>
      <ul className="grid gap-2">
        <li>
          <TextLink to="/admin/scores">Enter the scores and lines</TextLink> of a whole week in one go.
        </li>
        <li>
          <TextLink to="/admin/season">Load a season from a file</TextLink>, as often as you like: only what changed is
          updated.
        </li>
        <li>Want the feed back? The person who runs the server removes FEED=off and restarts it.</li>
      </ul>
    </section>
  );
}

function TextLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className="text-amber underline underline-offset-4">
      {children}
    </Link>
  );
}

function Help() {
  return (
    <section aria-label="What to do" className="panel mt-4 p-5">
      <h2 className="heading mb-2 text-xl">What to do</h2>
      <p className="mb-3 text-ink-soft">
        Picks work as usual and nothing is lost: games catch up once the feed is back.
      </p>
      <ul className="grid gap-2">
        <li>
          To set scores now, <TextLink to="/admin/scores">enter them for the whole week</TextLink>. What you set holds
          until you choose 'Return to feed' in the game's own dialog in Picks.
        </li>
        <li>
          A whole schedule can be <TextLink to="/admin/season">loaded from a file</TextLink>.
        </li>
        <li>If it goes on for hours, ask the person who runs the server to check its log and network.</li>
      </ul>
    </section>
  );
}

function momentText(at: number): string {
  return `${formatDay(at)}, ${formatTime(at)}`;
}

/** The second source of lines: when it last answered, and what was wrong. */
function SecondLines({ lines }: { readonly lines: SecondLinesReply }) {
  const { source, host, lastSuccessAt, failures, nextRunAt, problems } = lines;
  return (
    <section aria-label="Lines" className="panel mt-4 p-5">
      <h2 className="heading mb-2 text-xl">Lines</h2>
      <p className="flex flex-wrap items-center gap-2">
        Games without a line get one from {lineSourceNames[source]} ({host}).
        <Failures count={failures} />
      </p>
      <p className="text-sm text-ink-soft">
        Last answer {lastSuccessAt === null ? 'never' : momentText(lastSuccessAt)} ·{' '}
        {nextRunAt === null ? 'no game needs a line now' : `next ${momentText(nextRunAt)}`}
      </p>
      <Problems problems={problems} />
    </section>
  );
}

function Failures({ count }: { readonly count: number }) {
  return count > 0 && <Badge tone="bad">{`Failed ${count} ${count === 1 ? 'time' : 'times'}`}</Badge>;
}

function Problems({ problems }: { readonly problems: readonly FeedProblemReply[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-sm">
      {problems.map(({ kind, where, detail }) => (
        <li key={`${kind} ${where} ${detail}`} className="rounded bg-amber-wash px-2.5 py-1.5 break-words">
          <span className="font-medium">{kind.replaceAll('_', ' ')}</span> · {where}: {detail}
        </li>
      ))}
    </ul>
  );
}

/** The repeated requests of the feed, and the replies that were not understood. */
function FeedJobs({ jobs }: { readonly jobs: readonly FeedJob[] }) {
  return (
    <section aria-label="What we check" className="mt-6">
      <h2 className="heading mb-2 text-xl">What we check</h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {jobs.map((job) => (
          <Job key={job.name} job={job} />
        ))}
      </ul>
    </section>
  );
}

function Job({ job }: { readonly job: FeedJob }) {
  const { period, lastSuccessAt, failures, nextRunAt, problems } = job;
  return (
    <li className="panel px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {jobName(job)}
        <Failures count={failures} />
      </p>
      <p className="text-sm text-ink-soft">
        Every {spanText(period)} · last update {lastSuccessAt === null ? 'never' : momentText(lastSuccessAt)} · next{' '}
        {momentText(nextRunAt)}
      </p>
      <Problems problems={problems} />
    </li>
  );
}

/** What a job requests: `week 2026-week1` is the games of Week 1. */
export function jobName({ name }: Pick<FeedJob, 'name'>): string {
  const [kind, of = ''] = name.split(' ');
  if (kind === 'week') return `Games of ${weekName(of)}`;
  if (kind === 'season') return `Schedule of ${of}`;
  return kind === 'standings' ? `Team records of ${of}` : name;
}
