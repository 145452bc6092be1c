import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useEffect, useId, useState } from 'react';
import type { SeasonPreview, SeasonRequest } from '#contract/season.ts';
import { textOfFile, unreadable } from '#core/file-text.ts';
import { DAY_MS } from '#core/time.ts';
import { weekName } from '#core/weeks.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Segments } from '#web/ui/segments.tsx';

const fileColumns = [
  ['game_id', 'a name for the game that stays the same'],
  ['season, week', 'the year and the number of the week'],
  ['game_type', 'REG, or WC, DIV, CON, SB after the season'],
  ['gameday, gametime', '2026-09-13 and 13:00, Eastern time; no time yet: leave it empty'],
  ['away_team, home_team', 'abbreviations, such as KC'],
  ['away_score, home_score', 'empty until the game is over'],
  ['spread_line', 'above 0: the home team is favored; empty: no line yet'],
  ['void', 'cancelled or postponed; empty for other games; may be missing'],
] as const;

/** Loads the games of a season, after a preview. */
export function SeasonScreen() {
  const previewing = useMutation({
    mutationFn: (body: SeasonRequest) => call('POST /api/admin/season/preview', { body }),
    onError: (error) => console.error('Error previewing a season', error),
  });
  const loading = useLoad();
  const request = previewing.variables;
  return (
    <Screen title="Load season" over="Admin">
      <div className="halves">
        <PanelSection title="Where the games come from">
          <SeasonForm
            isPending={previewing.isPending}
            isPreviewed={previewing.isSuccess}
            onChange={() => {
              previewing.reset();
              loading.reset();
            }}
            onPreview={(next) => previewing.mutate(next)}
          />
          <Refusal text={previewing.isError ? failureText(previewing.error) : null} />
        </PanelSection>
        {previewing.isSuccess && request ? (
          <SeasonPreviewPanel
            preview={previewing.data}
            isLoading={loading.isPending}
            refusal={loading.isError ? failureText(loading.error) : null}
            onLoad={() => loading.mutate(request)}
          />
        ) : (
          <SeasonColumns />
        )}
      </div>
    </Screen>
  );
}

/** Loads the season, and continues to the pools. */
function useLoad() {
  const client = useQueryClient();
  const toast = useToast();
  const go = useNavigate();
  const loading = useMutation({
    mutationFn: (body: SeasonRequest) => call('POST /api/admin/season', { body }),
    onSuccess: ({ season, added, changed }) => {
      toast({
        type: 'success',
        title: `Season ${season} is loaded`,
        message: `${added} games added, ${changed} changed.`,
      });
      void client.invalidateQueries();
    },
    onError: (error) => console.error('Error loading a season', error),
  });
  useEffect(() => {
    if (loading.isSuccess) go('/admin/pools');
  }, [loading.isSuccess, go]);
  return loading;
}

/** The columns that a file of games needs. */
function SeasonColumns() {
  return (
    <PanelSection title="What the file needs">
      <p className="mb-3 text-ink-soft">
        One line for each game. The first line names these columns, in any order; others are left out. The games file of
        nflverse has them all.
      </p>
      <dl className="grid gap-2 text-sm">
        {fileColumns.map(([column, meaning]) => (
          <div key={column}>
            <dt className="font-medium">{column}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </PanelSection>
  );
}

interface SeasonFormProps {
  readonly isPending: boolean;
  /** The preview of the choice is shown, so loading it is the next step. */
  readonly isPreviewed: boolean;
  /** Called when another source is chosen: the preview is no longer valid. */
  readonly onChange: () => void;
  readonly onPreview: (request: SeasonRequest) => void;
}

type Source = 'file' | 'espn';
const sourceOptions: readonly (readonly [Source, string])[] = [
  ['file', 'A file'],
  ['espn', 'ESPN'],
];

/** A season that begins in summer is the default from then on. */
const SEASON_TURNS_AFTER_MS = 120 * DAY_MS;

function SeasonForm({ isPending, isPreviewed, onChange, onPreview }: SeasonFormProps) {
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
        options={sourceOptions}
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
  /** Called for each chosen file; with null if it cannot be read. */
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

interface SeasonPreviewPanelProps {
  readonly preview: SeasonPreview;
  readonly isLoading: boolean;
  readonly refusal: string | null;
  readonly onLoad: () => void;
}

/** The effect of loading. A file with errors, or without games, cannot be loaded. */
function SeasonPreviewPanel({ preview, isLoading, refusal, onLoad }: SeasonPreviewPanelProps) {
  const { season, games, weeks, flawCount, notYet, problems } = preview;
  const leftOut = problems.length > 0 && <List title="Left out, because it couldn't be read:" lines={problems} />;
  return (
    <PanelSection title={`Season ${season}`}>
      {flawCount > 0 ? (
        <Flaws preview={preview} />
      ) : games === 0 ? (
        leftOut || <Nothing preview={preview} />
      ) : (
        <>
          <p className="mb-3 text-ink-soft">
            {games} games in {weeks} weeks. Picks are not touched.
          </p>
          <Numbers preview={preview} />
          {notYet.length > 0 && (
            <p className="mt-3 text-sm text-ink-soft">Not known yet: {notYet.map(weekName).join(', ')}</p>
          )}
          {leftOut}
          <div className="mt-4">
            <Refusal text={refusal} />
          </div>
          <Button className="w-full" disabled={isLoading} onClick={onLoad}>
            {isLoading ? 'Loading...' : 'Load season'}
          </Button>
        </>
      )}
    </PanelSection>
  );
}

const previewNumbers = [
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['kept', 'Kept as set by an admin'],
] as const;

function Numbers({ preview }: { readonly preview: SeasonPreview }) {
  return (
    <dl className="grid grid-cols-2 gap-3">
      {previewNumbers.map(([key, words]) => (
        <div key={key} className="board number p-3">
          <dt className="label text-board-soft">{words}</dt>
          <dd className="led text-3xl">{preview[key]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Flaws({ preview: { flaws, flawCount } }: { readonly preview: SeasonPreview }) {
  const more = flawCount - flaws.length;
  return (
    <>
      <Refusal text="There are errors in this file. Fix them and choose it again: nothing is loaded until then." />
      <List
        title={`${flawCount} ${flawCount === 1 ? 'error' : 'errors'}:`}
        lines={flaws.map(({ line, column, message }) => `Line ${line}, column ${column}: ${message}`)}
      />
      {more > 0 && <p className="mt-2 text-sm text-ink-soft">and {more} more</p>}
    </>
  );
}

function Nothing({ preview: { season, seasons } }: { readonly preview: SeasonPreview }) {
  return (
    <p className="text-ink-soft">
      There are no games of {season} here.
      {seasons.length > 0 && ` This file has ${seasons.join(', ')}.`}
    </p>
  );
}

function List({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div className="mt-3 text-sm">
      <p className="mb-1 font-medium">{title}</p>
      <ul className="long-list grid gap-1 text-ink-soft">
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
