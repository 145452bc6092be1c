import type { SeasonPreview } from '#contract/season.ts';
import { weekName } from '#core/weeks.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

interface SeasonPreviewPanelProps {
  readonly preview: SeasonPreview;
  readonly isLoading: boolean;
  readonly refusal: string | null;
  readonly onLoad: () => void;
}

/** What loading would change. Nothing can be loaded from a file with flaws, or where there is nothing in it. */
export function SeasonPreviewPanel({ preview, isLoading, refusal, onLoad }: SeasonPreviewPanelProps) {
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

const numbers = [
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['kept', 'Kept as set by an admin'],
] as const;

function Numbers({ preview }: { readonly preview: SeasonPreview }) {
  return (
    <dl className="grid grid-cols-2 gap-3">
      {numbers.map(([key, words]) => (
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
