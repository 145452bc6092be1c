/** Shorter lists are written quickly and need no progress. */
const WORTH_TELLING = 1000;
const STEPS = 10;

/** Reports the progress of a long list on standard error, in steps of a tenth. */
export function progressOf(total: number, what: string): (written: number) => void {
  let told = 0;
  return (written) => {
    const step = Math.floor((written / total) * STEPS);
    if (total < WORTH_TELLING || step === told) return;
    told = step;
    process.stderr.write(`${written} of ${total} ${what}\n`);
  };
}
