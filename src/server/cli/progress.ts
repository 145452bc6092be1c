/** Shorter lists are written quickly and need no progress. */
const MIN_REPORTED = 1000;
const STEPS = 10;

/** Reports the progress of a long list on standard error, in steps of a tenth. */
export function progressOf(total: number, what: string): (written: number) => void {
  let reported = 0;
  return (written) => {
    const step = Math.floor((written / total) * STEPS);
    if (total < MIN_REPORTED || step === reported) return;
    reported = step;
    process.stderr.write(`${written} of ${total} ${what}\n`);
  };
}
