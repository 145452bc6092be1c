/** A chance in whole percent as a bar shows it, 1 to 99: an estimate is never certain. */
export function shownPercent(chance: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * chance)));
}

/** The text of a bar: `about 34%`. */
export function percentText(percent: number): string {
  return `about ${percent}%`;
}

/** A chance, wherever it is said: `about 34%`, from 1 to 99 (decision 032). */
export function chanceText(chance: number): string {
  return percentText(shownPercent(chance));
}
