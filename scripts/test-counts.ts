/** How many tests of a run passed, failed and were skipped. */
export interface Counts {
  readonly passed: number;
  /** How many of those that passed needed a second try. */
  readonly retried: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** A file that failed without a failed test in it, because it could not be loaded, counts as one failure. */
export function vitestCounts(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    retried: 0,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** An error outside of all tests counts as failed. */
export function playwrightCounts({ stats, errors }: PlaywrightReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    retried: stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** A runner that ended badly has failed at something, even where its report names nothing or is missing. */
export function withExitCode(counts: Counts | null, exitCode: number): Counts {
  const known = counts ?? { passed: 0, retried: 0, failed: 0, skipped: 0 };
  const unexplained = known.failed === 0 && (exitCode !== 0 || counts === null);
  return unexplained ? { ...known, failed: 1 } : known;
}

export function addCounts(all: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number): number => all.reduce((total, counts) => total + pick(counts), 0);
  return {
    passed: sum((c) => c.passed),
    retried: sum((c) => c.retried),
    failed: sum((c) => c.failed),
    skipped: sum((c) => c.skipped),
  };
}

/** The last line of a test run. It begins with how many tests needed a second try, where some did. */
export function countsLine({ passed, retried, failed, skipped }: Counts): string {
  const tries = retried > 0 ? `second-tries(${retried}): ` : '';
  return `${tries}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Nothing failed, and something was tested. */
export function isGreen({ passed, failed }: Counts): boolean {
  return failed === 0 && passed > 0;
}
