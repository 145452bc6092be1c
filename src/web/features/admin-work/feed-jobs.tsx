import type { FeedJob } from '#contract/feed.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { Badge } from '#web/ui/badge.tsx';
import { jobName, spanText } from './feed-words.ts';

/** What is asked for again and again, and what was not understood. */
export function FeedJobs({ jobs }: { readonly jobs: readonly FeedJob[] }) {
  return (
    <section aria-label="What is asked for" className="mt-6">
      <h2 className="heading mb-2 text-xl">What is asked for</h2>
      <ul className="panel overflow-hidden">
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
    <li className="standing-row px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {jobName(job)}
        {failures > 0 && <Badge tone="bad">{`Failed ${failures} ${failures === 1 ? 'time' : 'times'}`}</Badge>}
      </p>
      <p className="text-sm text-ink-soft">
        Every {spanText(period)} · last success {lastSuccessAt === null ? 'never' : momentText(lastSuccessAt)} · next{' '}
        {momentText(nextRunAt)}
      </p>
      {problems.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {problems.map(({ kind, where, detail }) => (
            <li key={`${kind} ${where} ${detail}`} className="rounded bg-amber-wash px-2.5 py-1.5 break-words">
              <span className="font-medium">{kind.replaceAll('_', ' ')}</span> · {where}: {detail}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function momentText(at: number): string {
  return `${formatDay(at)}, ${formatTime(at)}`;
}
