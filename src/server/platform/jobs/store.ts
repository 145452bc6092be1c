import { DAY_MS } from '#core/time.ts';
import type { Db } from '#server/platform/db/connect.ts';

/** The outcome of a job's last run. */
export interface JobState {
  readonly job: string;
  /** The time slot of the run, ms. */
  readonly slot: number;
  readonly ranAt: number;
  /** Null if it never succeeded. */
  readonly succeededAt: number | null;
  /** Consecutive failures up to now. */
  readonly failures: number;
  /** JSON of the problems. */
  readonly problems: string;
}

/** Claimed slots are remembered for this long, in ms: longer than the longest slot. */
const REMEMBERED_MS = 16 * DAY_MS;

/**
 * Takes a time slot of a job for one node.
 * @param slot the beginning of the slot, ms
 * @returns false if another node has it, or had a later one
 */
export async function claimSlot(db: Db, job: string, slot: number, node: string, now: number): Promise<boolean> {
  const later = await db
    .selectFrom('feed_slots')
    .select('slot')
    .where('job', '=', job)
    .where('slot', '>=', slot)
    .executeTakeFirst();
  if (later) return false;
  const claimed = await db
    .insertInto('feed_slots')
    .values({ job, slot, node, claimed_at: now })
    .onConflict((c) => c.columns(['job', 'slot']).doNothing())
    .returning('slot')
    .execute();
  return claimed.length > 0;
}

/** Deletes old slots. */
export async function deleteOldSlots(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('feed_slots')
    .where('claimed_at', '<', now - REMEMBERED_MS)
    .execute();
}

/** The last run of every job. */
export async function jobStates(db: Db): Promise<JobState[]> {
  const rows = await db.selectFrom('feed_jobs').selectAll().orderBy('job').execute();
  return rows.map((row) => ({
    job: row.job,
    slot: row.slot,
    ranAt: row.ran_at,
    succeededAt: row.succeeded_at,
    failures: row.failures,
    problems: row.problems,
  }));
}

/** Stores the outcome of a run, unless a later run has already ended. */
export async function recordRun(
  db: Db,
  run: Pick<JobState, 'job' | 'slot' | 'ranAt' | 'problems'> & { readonly succeeded: boolean },
): Promise<void> {
  const { job, slot, ranAt, problems, succeeded } = run;
  const row = { slot, ran_at: ranAt, problems, ...(succeeded ? { succeeded_at: ranAt } : {}) };
  await db
    .insertInto('feed_jobs')
    .values({ job, succeeded_at: null, ...row, failures: succeeded ? 0 : 1 })
    .onConflict((c) =>
      c
        .column('job')
        .doUpdateSet((eb) => ({ ...row, failures: succeeded ? eb.lit(0) : eb('feed_jobs.failures', '+', 1) }))
        .where('feed_jobs.slot', '<', slot),
    )
    .execute();
}

/** Deletes jobs that no longer run, such as those of last season. */
export async function deleteOldJobs(db: Db, before: number): Promise<void> {
  await db.deleteFrom('feed_jobs').where('ran_at', '<', before).execute();
}
