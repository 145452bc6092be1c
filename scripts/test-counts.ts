/** The longest reason that is printed for a failed test. */
const FAILURE_LINES = 12;

/** How many tests of a run passed, failed and were skipped. */
export interface Counts {
  readonly passed: number;
  /** Passed tests that needed a second try. */
  readonly retried: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of Vitest's JSON report that is used here. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly VitestFile[];
}

interface VitestFile {
  readonly name: string;
  readonly status: string;
  /** Why it could not be loaded. */
  readonly message: string;
  readonly assertionResults: readonly VitestTest[];
}

interface VitestTest {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages?: readonly string[] | null;
}

/** The part of Playwright's JSON report that is used here. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** A file that could not be loaded has no failed tests; it counts as one failure. */
export function vitestCounts(report: VitestReport): Counts {
  return {
    passed: report.numPassedTests,
    retried: report.testResults.flatMap((file) => file.assertionResults).filter(isRetried).length,
    failed: report.numFailedTests + report.testResults.filter(isBroken).length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The failed tests with their reasons, including first tries. They are printed at the end, where people look. */
export function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap((file) => {
    if (isBroken(file)) return [failureText(`✗ ${file.name}`, file.message)];
    const failed = file.assertionResults.filter((test) => test.status === 'failed' || isRetried(test));
    return failed.map((test) =>
      failureText(`${isRetried(test) ? '↻' : '✗'} ${file.name} › ${test.fullName}`, test.failureMessages?.[0] ?? ''),
    );
  });
}

/** Whether a test passed at the second try. The report keeps the error of the first one. */
function isRetried({ status, failureMessages }: VitestTest): boolean {
  return status === 'passed' && (failureMessages ?? []).length > 0;
}

function isBroken({ status, assertionResults }: VitestFile): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

function failureText(name: string, message: string): string {
  return [name, ...message.split('\n').slice(0, FAILURE_LINES)].join('\n    ');
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

/** A runner with a bad exit code counts as a failure, even if its report names none or is missing. */
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

/** The last line of a test run. It begins with the number of tests that needed a second try, if there are any. */
export function countsLine({ passed, retried, failed, skipped }: Counts): string {
  const tries = retried > 0 ? `second-tries(${retried}): ` : '';
  return `${tries}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Whether tests ran and none failed. */
export function isGreen({ passed, failed }: Counts): boolean {
  return failed === 0 && passed > 0;
}
