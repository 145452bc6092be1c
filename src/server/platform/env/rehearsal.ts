/** Which recording a demo plays, and how fast. */
export interface RehearsalOptions {
  /** A folder of recorded answers. */
  readonly folder: string;
  /** Speed relative to real time. */
  readonly speed: number;
}

/** Reads `--replay DIR --speed N` from a command line; null without `--replay`. */
export function readRehearsal(argv: readonly string[]): RehearsalOptions | null {
  const after = (name: string) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const folder = after('--replay');
  const speed = Number(after('--speed') ?? 1);
  return folder === undefined ? null : { folder, speed: speed > 0 ? speed : 1 };
}
