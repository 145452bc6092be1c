import type { BrowserContext } from '@playwright/test';

/** Complaints of a browser: uncaught errors, errors on its console, breaches of the content policy. */
export interface Problems {
  /** Those so far that no test has declared. */
  found(): readonly string[];
  /** Declares complaints that a test brings about on purpose, such as a refused call (status 409). */
  expect(pattern: RegExp): void;
}

/** Listens to all pages of a context; complaints of several contexts may share one list. */
export interface ProblemWatch extends Problems {
  watch(context: BrowserContext): Promise<void>;
}

export function watchProblems(): ProblemWatch {
  const all: string[] = [];
  const expected: RegExp[] = [];
  return {
    found: () => all.filter((problem) => !expected.some((pattern) => pattern.test(problem))),
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

/** Runs in the page, before anything else there. */
function reportPolicyBreaches(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const report = (window as unknown as { reportPolicyBreach(text: string): void }).reportPolicyBreach;
    report(`${event.violatedDirective} blocked ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
  });
}
