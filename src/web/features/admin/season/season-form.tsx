import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import type { SeasonRequest } from '#contract/season.ts';
import { textOfFile, unreadable } from '#core/file-text.ts';
import { DAY_MS } from '#core/time.ts';
import { useClock } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface SeasonFormProps {
  readonly isPending: boolean;
  /** What was chosen is shown beside: loading it is next. */
  readonly isPreviewed: boolean;
  /** Something was chosen anew: what was previewed no longer holds. */
  readonly onChange: () => void;
  readonly onPreview: (request: SeasonRequest) => void;
}

type Source = 'file' | 'espn';
const sources: readonly (readonly [Source, string])[] = [
  ['file', 'A file'],
  ['espn', 'ESPN'],
];

/** A season that begins in summer is the one people mean from then on. */
const SEASON_TURNS_AFTER_MS = 120 * DAY_MS;

export function SeasonForm({ isPending, isPreviewed, onChange, onPreview }: SeasonFormProps) {
  const thisSeason = useClock((now) => new Date(now - SEASON_TURNS_AFTER_MS).getFullYear());
  const [source, setSource] = useState<Source>('file');
  const [year, setYear] = useState<string | null>(null);
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const season = Number(year ?? thisSeason);
  const yearError = Number.isInteger(season) && season >= 1920 && season <= 2099 ? null : 'Enter a year, such as 2026';
  const isReady = yearError === null && !isPending && (source === 'espn' || file !== null);

  function preview(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    onPreview({ source, season, ...(source === 'file' && file && { text: file.text }) });
  }

  return (
    <form onSubmit={preview} noValidate>
      <Segments
        label="Source"
        value={source}
        options={sources}
        onChange={(chosen) => {
          setSource(chosen);
          onChange();
        }}
      />
      {source === 'file' ? (
        <GamesFile
          name={file?.name ?? null}
          onRead={(read) => {
            setFile(read);
            onChange();
          }}
        />
      ) : (
        <p className="mb-4 text-ink-soft">All weeks and rounds that ESPN knows, with the scores so far.</p>
      )}
      <TextField
        label="Season"
        inputMode="numeric"
        autoComplete="off"
        value={year ?? String(thisSeason)}
        onChange={(event) => {
          setYear(event.target.value);
          onChange();
        }}
        error={yearError}
        note="The year in which it begins"
      />
      <Button type="submit" tone={isPreviewed ? 'plain' : 'primary'} disabled={!isReady} className="mt-2 mb-4 w-full">
        {isPending ? 'Looking...' : 'Preview'}
      </Button>
    </form>
  );
}

interface ReadFile {
  readonly name: string;
  readonly text: string;
}

interface GamesFileProps {
  readonly name: string | null;
  /** Told of each file that is chosen; null for one that cannot be read. */
  readonly onRead: (file: ReadFile | null) => void;
}

function GamesFile({ name, onRead }: GamesFileProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  async function read(file: File): Promise<void> {
    try {
      const { text } = textOfFile(new Uint8Array(await file.arrayBuffer()), (bytes, label) =>
        new TextDecoder(label, { fatal: label === 'utf-8' }).decode(bytes),
      );
      const refused = unreadable(text);
      onRead(refused ? null : { name: file.name, text });
      setProblem(refused?.message ?? null);
    } catch {
      onRead(null);
      setProblem("Couldn't read this file.");
    }
  }
  return (
    <div className="mb-4">
      <label htmlFor={id} className="label mb-1.5 block text-ink-soft">
        Games file (CSV)
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void read(file);
        }}
        className="games-file block min-h-12 w-full rounded-lg bg-panel-low p-1 text-sm shadow-[inset_0_0_0_1px_var(--line-strong)]"
      />
      <p id={`${id}-hint`} role="status" className={`mt-1 min-h-5 text-sm ${problem ? 'text-red' : 'text-ink-faint'}`}>
        {problem ?? (name === null ? 'With one line for each game' : `${name} is ready`)}
      </p>
    </div>
  );
}
