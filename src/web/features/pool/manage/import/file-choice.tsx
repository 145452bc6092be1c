import { useId } from 'react';
import { buttonLook } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import './import.css';

interface FileChoiceProps {
  readonly isReading: boolean;
  readonly refusal: string | null;
  readonly onFile: (file: File) => void;
}

/** Chooses a file. The input covers the whole field, so that a file can also be dropped there. */
export function FileChoice({ isReading, refusal, onFile }: FileChoiceProps) {
  const id = useId();
  return (
    <>
      <p className="mb-3 max-w-2xl text-ink-soft">
        Choose a spreadsheet with picks: one row per pick, or a grid of players and games. You'll see how each cell is
        understood, and nothing is written before you press Import.
      </p>
      <Refusal text={refusal} />
      <div className="file-choice relative grid place-items-center gap-2 rounded-lg px-4 py-8 text-center">
        <span aria-hidden="true" className={buttonLook('primary', isReading)}>
          {isReading ? 'Reading...' : 'Choose a file'}
        </span>
        <p id={id} className="text-sm text-ink-soft">
          CSV or Excel (.xlsx), up to 10 MB.<span className="drop-hint"> You can also drop it here.</span>
        </p>
        <input
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          aria-label="Spreadsheet with picks"
          aria-describedby={id}
          disabled={isReading}
          className="absolute inset-0 opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) onFile(file);
            // The same file can be chosen again after it was changed.
            target.value = '';
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {isReading && 'Reading the file...'}
      </p>
    </>
  );
}
