/** The variables of a process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Says which variables are wrong, and what they may be. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(`Pick'em cannot start:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/** Reads variables one by one and collects what is wrong with them, so that all problems are told at once. */
export class Variables {
  readonly #env: Environment;
  readonly #problems: string[] = [];

  constructor(env: Environment) {
    this.#env = env;
  }

  /** The text of a variable, trimmed; null where it is missing or empty. */
  text(name: string): string | null {
    return this.#env[name]?.trim() || null;
  }

  /**
   * The value of a variable; `otherwise` where it is not set, or `parse` returns null, which is a problem.
   * @param expected what a valid value is, for the message
   */
  read<T>(name: string, parse: (text: string) => T | null, otherwise: T, expected: string): T {
    const text = this.text(name);
    if (text === null) return otherwise;
    const value = parse(text);
    if (value === null) this.report(`${name} is '${text}', but must be ${expected}.`);
    return value ?? otherwise;
  }

  /** Adds a problem, which begins with the name of its variable. */
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

/** Takes one of some words. */
export function oneOf<const T extends string>(values: readonly T[]): (text: string) => T | null {
  return (text) => values.find((value) => value === text) ?? null;
}

/** Takes an address without a path, query, fragment and credentials. */
export function parseOrigin(text: string): URL | null {
  const url = URL.parse(text);
  if (url?.pathname !== '/' || url.search || url.hash || url.username || url.password) return null;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** Takes a whole number from 1 to `most`. */
export function parseUpTo(text: string, most: number): number | null {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= 1 && number <= most ? number : null;
}
