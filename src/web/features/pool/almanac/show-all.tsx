import { useState } from 'react';
import { usePrinting } from '#web/lib/printing.ts';
import { Button } from '#web/ui/button.tsx';

/** How many rows a part has before all are asked for. */
const SHOWN = 6;

interface Shortened<R> {
  readonly shown: readonly R[];
  /** Shows all rows, or the first again; null if there are no more. */
  readonly button: React.ReactNode;
}

/** The first rows of a list, and a button that shows all. Paper has all. */
export function useShortened<R>(rows: readonly R[], what: string): Shortened<R> {
  const [isWhole, setWhole] = useState(false);
  const isPrinting = usePrinting();
  const button = rows.length > SHOWN && (
    <Button
      tone="plain"
      aria-expanded={isWhole}
      aria-label={isWhole ? `Show fewer ${what}` : `Show all (${rows.length}) ${what}`}
      onClick={() => setWhole(!isWhole)}
      className="no-print mt-3 w-full"
    >
      {isWhole ? 'Show fewer' : `Show all (${rows.length})`}
    </Button>
  );
  return { shown: isWhole || isPrinting ? rows : rows.slice(0, SHOWN), button };
}
