/** Shorter lists are written before anyone wonders. */
const WORTH_TELLING = 1000;
const STEPS = 10;

/** Tells on standard error, in tenths, how far the writing of a long list is. */
export function progressOf(total: number, what: string): (written: number) => void {
  let told = 0;
  return (written) => {
    const step = Math.floor((written / total) * STEPS);
    if (total < WORTH_TELLING || step === told) return;
    told = step;
    process.stderr.write(`${written} of ${total} ${what}\n`);
  };
}
