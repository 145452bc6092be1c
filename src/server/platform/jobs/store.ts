import { DAY_MS } from '#core/time.ts';
import type { Db } from '#server/platform/db/connect.ts';

/** How a job went when it ran last. */
export interface JobState {
  readonly job: string;
  /** The time slot it ran in, ms. */
  readonly slot: number;
  readonly ranAt: number;
  /** Null while it never succeeded. */
  readonly succeededAt: number | null;
  /** In a row, up to now. */
  readonly failures: number;
  /** JSON of what was wrong. */
  readonly problems: string;
}

/** Claimed slots are remembered for this long, in ms: longer than the longest slot. */
const REMEMBERED_MS = 16 * DAY_MS;

/**
 * Takes a time slot of a job for one node.
 * @param slot the beginning of the slot, ms
 * @returns false where another node has it, or had a later one
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

/** Forgets slots of long ago. */
export async function deleteOldSlots(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('feed_slots')
    .where('claimed_at', '<', now - REMEMBERED_MS)
    .execute();
}

/** How every job went last. */
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

/** Notes how a job went, unless a later run has ended before. */
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

/** Forgets jobs that are not run any more, such as those of last season. */
export async function deleteOldJobs(db: Db, before: number): Promise<void> {
  await db.deleteFrom('feed_jobs').where('ran_at', '<', before).execute();
}
