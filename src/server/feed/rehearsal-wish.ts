/** What is lived through again, and how fast. */
export interface RehearsalWish {
  /** A folder of recorded answers. */
  readonly folder: string;
  readonly speed: number;
}

/** Reads `--replay DIR --speed N` from a command line; null where it asks for no rehearsal. */
export function readRehearsal(argv: readonly string[]): RehearsalWish | null {
  const after = (name: string) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const folder = after('--replay');
  const speed = Number(after('--speed') ?? 1);
  return folder === undefined ? null : { folder, speed: speed > 0 ? speed : 1 };
}
