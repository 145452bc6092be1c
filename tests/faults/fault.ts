/** What a fault would damage. */
export type Area = 'locks, seals and access' | 'upgrade' | 'elsewhere';

/** One mistake that somebody could make in the source, and what finds it. */
export interface Fault {
  readonly area: Area;
  /** What goes wrong, in a few words. */
  readonly what: string;
  /** Text that stands exactly once in `src`, outside of tests. It has no path, so a file that moves takes its faults along. */
  readonly from: string;
  /** What the fault makes of it. */
  readonly to: string;
  /** Ends of the names of test files that find it, such as `core/locks.test.ts`. */
  readonly testFiles: readonly string[];
  /** Titles of tests that find it, the ones that say it best. */
  readonly foundBy: readonly string[];
}
