import { describe, expect, it } from 'vitest';
import type { VitestReport } from './test-counts.ts';
import {
  addCounts,
  countsLine,
  isGreen,
  playwrightCounts,
  vitestCounts,
  vitestFailures,
  withExitCode,
} from './test-counts.ts';

const counts = (passed: number, failed: number, skipped = 0, retried = 0) => ({ passed, retried, failed, skipped });

function vitestReport(report: Partial<VitestReport>): VitestReport {
  return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [], ...report };
}

const failedFile = {
  name: 'b.test.ts',
  status: 'failed',
  message: '',
  assertionResults: [
    {
      status: 'failed',
      fullName: 'A tie is a tie',
      failureMessages: [Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')],
    },
    { status: 'passed', fullName: 'A push is a push', failureMessages: [] },
  ],
};

describe('The last line of a test run', () => {
  it('sums both runners', () => {
    expect(countsLine(addCounts([counts(3, 1), counts(4, 0)]))).toBe('7 passed, 1 failed');
  });

  it('names skipped tests only where there are some', () => {
    expect(countsLine(counts(3, 0, 2))).toBe('3 passed, 0 failed, 2 skipped');
  });

  it('begins with how many tests needed a second try, in one word', () => {
    const line = countsLine(addCounts([counts(6000, 0), counts(31, 0, 1, 2)]));
    expect(line).toBe('second-tries(2): 6031 passed, 0 failed, 1 skipped');
  });

  it.each([
    [counts(1, 0), true],
    [counts(1, 0, 1), true],
    [counts(1, 1), false],
    [counts(0, 0), false],
    [counts(0, 0, 5), false],
  ])('is green only where something passed and nothing failed: %o', (run, green) => {
    expect(isGreen(run)).toBe(green);
  });
});

describe("The count of Vitest's report", () => {
  it('takes the tests by their end', () => {
    const report = vitestReport({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 });
    expect(vitestCounts(report)).toEqual(counts(5, 2, 2));
  });

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { name: 'a.test.ts', status: 'failed', message: 'No such file', assertionResults: [] };
    const report = vitestReport({ testResults: [broken] });
    expect(vitestCounts(report)).toEqual(counts(0, 1));
    expect(vitestFailures(report)).toEqual(['✗ a.test.ts\n    No such file']);
  });

  it('does not count a file again for its failed test', () => {
    const report = vitestReport({ numFailedTests: 1, numPassedTests: 1, testResults: [failedFile] });
    expect(vitestCounts(report)).toEqual(counts(1, 1));
  });

  it('counts a test that passed at the second try as passed and as retried, and names it', () => {
    const flaky = { status: 'passed', fullName: 'A score arrives', failureMessages: ['too late'] };
    const file = { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [flaky] };
    const report = vitestReport({ numPassedTests: 1, testResults: [file] });
    expect(vitestCounts(report)).toEqual(counts(1, 0, 0, 1));
    expect(vitestFailures(report)).toEqual(['↻ c.test.ts › A score arrives\n    too late']);
  });

  it('names each failed test, with how its reason begins', () => {
    const [failure, ...others] = vitestFailures(vitestReport({ testResults: [failedFile] }));
    expect(failure).toMatch(/^✗ b\.test\.ts › A tie is a tie\n {4}line 0\n {4}line 1\n/);
    expect(failure?.split('\n')).toHaveLength(13);
    expect(others).toEqual([]);
  });
});

describe("The count of Playwright's report", () => {
  it('counts a test that passed at the second try as passed and as retried, and an error outside of all tests as failed', () => {
    const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 }, errors: ['no server'] };
    expect(playwrightCounts(report)).toEqual(counts(8, 2, 2, 1));
  });
});

describe('A runner that ended badly', () => {
  it.each([
    ['with failures in its report', counts(1, 2), 1, counts(1, 2)],
    ['with a clean report', counts(3, 0), 1, counts(3, 1)],
    ['without a report', null, 1, counts(0, 1)],
    ['well, but without a report', null, 0, counts(0, 1)],
    ['well', counts(3, 0), 0, counts(3, 0)],
  ])('%s', (_how, report, exitCode, expected) => {
    expect(withExitCode(report, exitCode)).toEqual(expected);
  });
});
