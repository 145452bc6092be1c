import type { BrowserContext } from '@playwright/test';

/** Problems that a browser reports: uncaught errors, errors on its console, breaches of the content policy. */
export interface Problems {
  /** The problems so far that no test has declared. */
  found(): readonly string[];
  /** Whether a page has logged an error that begins with this text. */
  logged(text: string): boolean;
  /** Declares a problem that a test causes on purpose, such as a refused call (status 409). */
  expect(pattern: RegExp): void;
}

/** Watches all pages of a context; several contexts may share one list. */
export interface ProblemWatch extends Problems {
  watch(context: BrowserContext): Promise<void>;
}

export function watchProblems(): ProblemWatch {
  const all: string[] = [];
  const expected: RegExp[] = [];
  return {
    found: () => all.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
    logged: (text) => all.some((problem) => problem.startsWith(`console: ${text}`)),
    expect: (pattern) => void expected.push(pattern),
    async watch(context) {
      context.on('weberror', (error) => all.push(`uncaught: ${error.error().stack ?? error.error().message}`));
      context.on('console', (message) => {
        if (message.type() === 'error') all.push(`console: ${message.text()} (${message.location().url})`);
      });
      await context.exposeBinding('reportPolicyBreach', (_source, text: string) => void all.push(`policy: ${text}`));
      await context.addInitScript(reportPolicyBreaches);
    },
  };
}

/** Runs in the page before any other script. */
function reportPolicyBreaches(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const report = (window as unknown as { reportPolicyBreach(text: string): void }).reportPolicyBreach;
    report(`${event.violatedDirective} blocked ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
  });
}
