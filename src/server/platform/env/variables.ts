/** The environment variables of a process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reports which variables are invalid, and what is allowed. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`Pick'em cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Reads variables and collects their problems, so that all are reported at once. */
export class Variables {
  readonly #env: Environment;
  readonly #problems: string[] = [];

  constructor(env: Environment) {
    this.#env = env;
  }

  /** The trimmed text of a variable; null if it is missing or empty. */
  text(name: string): string | null {
    return this.#env[name]?.trim() || null;
  }

  /**
   * The value of a variable; `otherwise` if it is not set, or if `parse` returns null, which is reported.
   * @param expected what a valid value is, for the message
   */
  read<T>(name: string, parse: (text: string) => T | null, otherwise: T, expected: string): T {
    const text = this.text(name);
    if (text === null) return otherwise;
    const value = parse(text);
    if (value === null) this.report(`${name} is '${text}', but must be ${expected}.`);
    return value ?? otherwise;
  }

  /** Adds a problem, whose text begins with the name of the variable. */
  report(problem: string): void {
    this.#problems.push(problem);
  }

  /** Whether a problem of this variable was reported. */
  isWrong(name: string): boolean {
    return this.#problems.some((problem) => problem.startsWith(`${name} `));
  }

  /** @throws SettingsError naming every problem */
  check(): void {
    if (this.#problems.length > 0) throw new SettingsError(this.#problems);
  }
}

/** Accepts one of the given values. */
export function oneOf<const T extends string>(values: readonly T[]): (text: string) => T | null {
  return (text) => values.find((value) => value === text) ?? null;
}

/** Accepts a URL without path, query, fragment and credentials. */
export function parseOrigin(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.pathname !== '/' || url.search || url.hash || url.username || url.password) return null;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** Accepts an integer from 1 to `most`. */
export function parseUpTo(text: string, most: number): number | null {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= 1 && number <= most ? number : null;
}
