/** What was sent, held against what was to be sent. */
import type { Mail } from '#server/platform/mail/mailer.ts';
import type { Person } from './oracle.ts';
import { isNight } from './oracle.ts';

/** The maximum number of problems that are listed. */
const MAX_LISTED = 20;

/** Totals of the messages of a season. */
export interface Sums {
  due: number;
  sent: number;
  /** More mails than were claimed. */
  twice: number;
  /** Messages to people for whom none was due: they had picked, did not want one, or already had it. */
  unasked: number;
  atNight: number;
  missing: number;
  /** Messages that a stopped node left for the next step. */
  left: number;
}

/** One step of the clock. */
interface Step {
  readonly now: number;
  /** What was to be sent, by name. */
  readonly due: { readonly reminders: readonly string[]; readonly results: readonly string[] };
  /** What was claimed, by name. */
  readonly rows: readonly string[];
  /** What went out. */
  readonly mails: ReadonlyMap<Person, readonly Mail[]>;
  /** A node ended meanwhile: what it did not come to is due the next time. */
  readonly isRestart: boolean;
}

const noSums = (): Sums => ({ due: 0, sent: 0, twice: 0, unasked: 0, atNight: 0, missing: 0, left: 0 });

/** Of a mail on the result of a week: whether it is a correction, and which week. */
export const RESULT_SUBJECT = /^(Corrected: )?(Week \d+) in \w+ is decided$/;

const kinds = [
  { of: 'reminders', row: 'missing-picks ', subject: /missing$/ },
  { of: 'results', row: 'week-result ', subject: RESULT_SUBJECT },
] as const;

export class Ledger {
  readonly sums = { reminders: noSums(), results: noSums() };
  /** What was sent, or is known to be missing. */
  readonly told = new Set<string>();
  readonly problems: string[] = [];

  hold(step: Step): void {
    for (const { of, row, subject } of kinds) {
      const sums = this.sums[of];
      const sent = step.rows.filter((name) => name.startsWith(row));
      this.#holdRows(sums, step, step.due[of], sent);
      this.#holdMails(sums, step, sent, subject);
    }
  }

  #holdRows(sums: Sums, { now, isRestart }: Step, due: readonly string[], sent: readonly string[]): void {
    const [asked, were] = [new Set(due), new Set(sent)];
    const unasked = sent.filter((name) => !asked.has(name));
    const unsent = due.filter((name) => !were.has(name));
    const missing = isRestart ? [] : unsent;
    if (isRestart) sums.left += unsent.length;
    sums.due += sent.length - unasked.length + missing.length;
    sums.sent += sent.length;
    sums.unasked += unasked.length;
    sums.missing += missing.length;
    for (const name of [...sent, ...missing]) this.told.add(name);
    const when = new Date(now).toISOString();
    for (const name of unasked) this.note(`${when}: not due: ${name}`);
    for (const name of missing) this.note(`${when}: missing: ${name}`);
  }

  /** Each claim is one mail. */
  #holdMails(sums: Sums, { now, mails }: Step, sent: readonly string[], subject: RegExp): void {
    const claims = Map.groupBy(sent, (name) => name.split(' ').at(-1));
    let went = 0;
    for (const [{ userId, zone }, all] of mails) {
      const count = all.filter((mail) => subject.test(mail.subject)).length;
      const more = count - (claims.get(userId)?.length ?? 0);
      if (more > 0) this.note(`${new Date(now).toISOString()}: ${more} mails too many to ${userId}`);
      sums.twice += Math.max(0, more);
      if (isNight(now, zone)) sums.atNight += count;
      went += count;
    }
    if (went < sent.length)
      this.note(`${new Date(now).toISOString()}: ${sent.length - went} were claimed and not sent`);
    sums.missing += Math.max(0, sent.length - went);
  }

  /** Says in words what went wrong. */
  note(problem: string): void {
    if (this.problems.length < MAX_LISTED) this.problems.push(problem);
  }
}
