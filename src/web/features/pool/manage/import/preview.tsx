import { useMemo, useState } from 'react';
import { counted, listText } from '#core/listed.ts';
import { leftOutLines } from '#core/sheet/left-out.ts';
import type { MatchedName } from '#core/sheet/match-names.ts';
import type { ImportPlan, PickState } from '#core/sheet/plan-import.ts';
import type { SheetContext, SheetPick, SheetReading } from '#core/sheet/reading.ts';
import type { SheetTable } from '#core/sheet/table.ts';
import { cellName } from '#core/sheet/table.ts';
import { weekName } from '#core/weeks.ts';
import { Button } from '#web/ui/button.tsx';
import type { CellKind } from './cell-looks.ts';
import { cellLooks } from './cell-looks.ts';
import type { CellPlace } from './preview-grid.tsx';
import { PreviewGrid } from './preview-grid.tsx';

interface PreviewProps {
  readonly table: SheetTable;
  readonly reading: SheetReading;
  readonly plan: ImportPlan;
  readonly names: readonly MatchedName[];
  readonly games: SheetContext['games'];
  readonly replaces: boolean;
  /** Why buy-backs are left out; null if they aren't. */
  readonly noBuyBacks: string | null;
}

/** How many problems are listed at first. */
const LISTED = 10;
/** How many rows and columns that are left out are named: more are tables of another kind. */
const NAMED = 40;

/** What is done with each cell of the file: counts, the cells that are not understood, and the table itself. */
export function Preview(props: PreviewProps) {
  const { table, reading, plan } = props;
  const problems = useMemo(() => problemsOf(reading, plan), [reading, plan]);
  const leftOut = useMemo(() => leftOutLines(table, reading), [table, reading]);
  const [chosen, setChosen] = useState<CellPlace>(() => problems[0]?.place ?? firstPick(reading));
  const describe = useDescription(props);
  const kindOf = (row: number, column: number): CellKind | null => {
    const mark = reading.marks[row]?.[column];
    if (mark === undefined) return null;
    return mark.kind === 'pick' ? (plan.states[mark.pick] ?? null) : mark.kind;
  };
  return (
    <section aria-label="Preview" className="mb-3">
      <h3 className="heading text-lg">Preview</h3>
      <Counts plan={plan} problems={problems.length} />
      {problems.length > 0 && <Problems problems={problems} onChoose={setChosen} />}
      {leftOut.length > 0 && <p className="mb-2 break-words text-ink-soft">{`Left out: ${leftOutText(leftOut)}.`}</p>}
      <PreviewGrid table={table} kindOf={kindOf} chosen={chosen} onChoose={setChosen} />
      <p role="status" className="mt-2 min-h-12 break-words text-ink-soft">
        <strong className="text-ink">{`${cellName(...chosen)}:`}</strong> {describe(chosen)}
      </p>
    </section>
  );
}

function leftOutText(lines: readonly string[]): string {
  if (lines.length <= NAMED) return listText(lines);
  return listText([...lines.slice(0, NAMED), `${(lines.length - NAMED).toLocaleString('en-US')} others`]);
}

interface Problem {
  readonly place: CellPlace;
  readonly text: string;
}

function problemsOf({ marks, picks }: SheetReading, { states, against, flaws }: ImportPlan): Problem[] {
  const problems: Problem[] = [];
  marks.forEach((row, r) => {
    row.forEach((mark, c) => {
      if (mark?.kind === 'problem') problems.push({ place: [r, c], text: mark.why });
      if (mark?.kind !== 'pick') return;
      const flaw = flaws.get(mark.pick);
      if (flaw !== undefined && isOwnCell(picks[mark.pick], r, c)) problems.push({ place: [r, c], text: flaw });
      if (states[mark.pick] !== 'conflict') return;
      const { kind = 'pick' } = picks[mark.pick] ?? {};
      problems.push({ place: [r, c], text: conflictText(kind, against.get(mark.pick)) });
    });
  });
  return problems;
}

/** Whether a cell has the pick itself, not its value. */
function isOwnCell(pick: SheetPick | undefined, row: number, column: number): boolean {
  return pick?.row === row && pick.column === column;
}

/** What contradicts a pick. */
const others: Readonly<Record<SheetPick['kind'], string>> = {
  pick: 'the other team of this game',
  guess: 'another guess',
  team: 'another team for this week',
};

function conflictText(kind: SheetPick['kind'], cell: string | undefined): string {
  return `${cell} comes first, with ${others[kind]}.`;
}

function firstPick({ picks: [first] }: SheetReading): CellPlace {
  return first ? [first.row, first.column] : [0, 0];
}

const countTexts: readonly (readonly [PickState, string])[] = [
  ['new', 'new'],
  ['same', 'in the pool already'],
  ['differs', 'differ from the pool'],
  ['leftOut', 'of games not in this pool'],
  ['open', 'not locked yet'],
  ['openWeek', 'of weeks that are not over'],
  ['noOrder', 'in weeks without clear values'],
  ['off', 'of games that are off'],
  ['own', 'your own'],
  ['repeated', 'there twice'],
  ['replaced', 'replaced by a later row'],
  ['out', 'left out'],
];

/** The counts, which are also the legend of the table. */
function Counts({ plan: { counts, sent }, problems }: { readonly plan: ImportPlan; readonly problems: number }) {
  const shown = countTexts.filter(([state]) => counts[state] > 0 || state === 'new');
  return (
    <ul className="mb-2 flex flex-wrap gap-2 text-sm">
      {shown.map(([state, text]) => (
        <Count key={state} kind={state} text={`${counts[state].toLocaleString('en-US')} ${text}`} />
      ))}
      {sent.buyBacks.length > 0 && <Count kind="buyBack" text={counted(sent.buyBacks.length, 'buy-back')} />}
      {sent.orders.length > 0 && <Count kind="new" text={counted(sent.orders.length, 'order')} />}
      {problems > 0 && <Count kind="problem" text={`${problems.toLocaleString('en-US')} not understood`} />}
    </ul>
  );
}

function Count({ kind, text }: { readonly kind: CellKind; readonly text: string }) {
  const { sign, className } = cellLooks[kind];
  return (
    <li className={`rounded px-2 py-1 shadow-[inset_0_0_0_1px_var(--line-strong)] ${className}`}>
      <span aria-hidden="true">{sign} </span>
      {text}
    </li>
  );
}

interface ProblemsProps {
  readonly problems: readonly Problem[];
  readonly onChoose: (place: CellPlace) => void;
}

/** The cells that are not understood; each leads to its place in the table. */
function Problems({ problems, onChoose }: ProblemsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? problems : problems.slice(0, LISTED);
  return (
    <div className="mb-3">
      <p className="text-ink-soft">
        {problems.length === 1 ? "This cell isn't" : "These cells aren't"} understood and will be left out:
      </p>
      <ul className="long-list">
        {shown.map(({ place, text }) => (
          <li key={cellName(...place)}>
            <button
              type="button"
              onClick={() => onChoose(place)}
              className="min-h-11 w-full rounded-lg px-2 text-left break-words"
            >
              <strong>{`${cellName(...place)}:`}</strong> {text}
            </button>
          </li>
        ))}
      </ul>
      {problems.length > shown.length && (
        <Button tone="plain" onClick={() => setShowsAll(true)}>
          {`Show all ${counted(problems.length, 'cell')}`}
        </Button>
      )}
    </div>
  );
}

const stateTexts: Readonly<Record<Exclude<PickState, 'conflict' | 'noOrder' | 'differs'>, string>> = {
  new: 'It will be written.',
  same: 'The pool has this pick already.',
  leftOut: 'The game is not in this pool.',
  open: 'The game is not locked yet, so it is left out.',
  openWeek: 'The week has a game that is not locked yet, so it is left out as a whole.',
  off: 'The game is off, so it is left out.',
  own: 'You cannot enter picks of your own after the lock. Ask another commissioner or an admin to import them.',
  repeated: 'The file has this pick twice.',
  replaced: 'A later row replaces it.',
  out: 'Nothing is imported for this player.',
};

/** Describes what a cell is and what is done with it. */
function useDescription({
  reading,
  plan,
  names,
  games,
  replaces,
  noBuyBacks,
}: PreviewProps): (place: CellPlace) => string {
  const byGid = useMemo(() => new Map(games.map((game) => [game.gid, game])), [games]);
  const describePick = (at: number): string => {
    const pick = reading.picks[at];
    const game = byGid.get(pick?.gid ?? '');
    const state = plan.states[at];
    if (pick === undefined || game === undefined || state === undefined) return '';
    const what = `${names[pick.name]?.label} ${choiceText(pick, game)}: ${game.away} @ ${game.home}, ${weekName(game.weekId)}.`;
    if (state === 'conflict') return `${what} ${conflictText(pick.kind, plan.against.get(at))}`;
    if (state === 'noOrder') return `${what} ${flawOfWeek(pick, reading, plan)}`;
    if (state !== 'differs') return `${what} ${stateTexts[state]}`;
    const other =
      pick.kind === 'pick' && pick.points !== null ? 'other picks or values in this week' : others[pick.kind];
    return `${what} The pool has ${other}. ${replaces ? 'It will be replaced.' : 'It stays.'}`;
  };
  return ([row, column]) => {
    const mark = reading.marks[row]?.[column];
    if (mark === undefined) return 'Empty.';
    if (mark.kind === 'label') return 'A heading.';
    if (mark.kind === 'buyBack') return noBuyBacks ?? 'The player bought back in.';
    if (mark.kind !== 'pick') return mark.why;
    // A cell may have both teams of a week.
    const second = isOwnCell(reading.picks[mark.pick + 1], row, column) ? [mark.pick + 1] : [];
    return [mark.pick, ...second].map(describePick).join(' ');
  };
}

function choiceText(pick: SheetPick, game: SheetContext['games'][number]): string {
  if (pick.kind === 'guess') return `guesses ${counted(pick.value, 'point')}`;
  if (pick.kind === 'team') return `picks ${pick.value}`;
  return `picks ${game[pick.value]}${pick.points === null ? '' : ` for ${counted(pick.points, 'point')}`}`;
}

/** Why the player's week of a pick is left out. */
function flawOfWeek({ name, weekId }: SheetPick, { picks }: SheetReading, { flaws }: ImportPlan): string {
  const flaw = [...flaws].find(([at]) => picks[at]?.name === name && picks[at].weekId === weekId);
  return flaw?.[1] ?? '';
}
