import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useDeferredValue, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AlmanacPlanReply } from '#contract/almanac.ts';
import type { Namesakes } from '#core/almanac/namesakes.ts';
import { namesakesAmong } from '#core/almanac/namesakes.ts';
import type { ParsedTable } from '#core/almanac/parse-table.ts';
import { parseTable, tableText } from '#core/almanac/parse-table.ts';
import { counted, listedNames } from '#core/listed.ts';
import { formatDollars } from '#core/money.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { focusFirstFlaw, TextArea, TextField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { isLongChoice, PersonSelect } from './person-select.tsx';
import type { AlmanacPerson } from './plan-people.ts';
import { matchedIn, peopleIn } from './plan-people.ts';
import { planQuery, useAlmanacChanged } from './plan-query.ts';
import type { Chosen, Places } from './year-draft.ts';
import { chosenIn, keysOf, placesOf, yearProblem } from './year-draft.ts';

interface YearDialogProps {
  readonly poolId: string;
  readonly plan: AlmanacPlanReply;
  /** The year as it was when the dialog was opened; null for a new one. */
  readonly opened: AlmanacPlanReply['typed'][number] | null;
  readonly onClose: () => void;
}

interface Draft {
  readonly year: string;
  readonly text: string;
  readonly chosen: Chosen;
}

const EXAMPLE = '1  Ann Miller  120.5  $50\n2  Bob Roy  118  $20\n3  Cleo Park  112.5';

/** Types or pastes the final table of a year, and shows how each line is understood. Nothing is stored before Save. */
export function YearDialog({ poolId, plan, opened, onClose }: YearDialogProps) {
  const [begun] = useState<Draft>(() => draftOf(plan, opened?.year, opened?.places ?? []));
  const [draft, setDraft] = useState(begun);
  const [hasLeft, setLeft] = useState(false);
  const people = useMemo(() => peopleIn(plan), [plan]);
  const namesakes = useMemo(() => namesakesAmong(people), [people]);
  const text = useDeferredValue(draft.text);
  const table = useMemo(() => parseTable(text), [text]);
  const places = placesOf(table.places, draft.chosen, namesakes);
  const { saving, meanwhile } = useSave(poolId, opened?.places ?? [], onClose);
  useUnsavedChanges(draft !== begun && !saving.isSuccess);
  const problem = opened === null ? yearProblem(draft.year.trim(), plan.typed) : null;
  const close = (): void => {
    if (draft === begun || confirmLeave()) onClose();
  };

  function change(next: Partial<Draft>): void {
    setDraft({ ...draft, ...next });
    if (saving.isError) saving.reset();
  }
  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // The field in error is marked, so that it is found.
    flushSync(() => setLeft(true));
    // What was typed last may not be shown yet.
    const latest = parseTable(draft.text);
    if (problem !== null || tableProblem(latest) !== null) focusFirstFlaw(event.currentTarget);
    else if (!saving.isPending)
      saving.mutate({ year: Number(draft.year), places: placesOf(latest.places, draft.chosen, namesakes) });
  }

  return (
    <Dialog title={opened === null ? 'Add a year' : `Final table of ${opened.year}`} onClose={close}>
      <form onSubmit={save} noValidate>
        {opened === null && (
          <TextField
            label="Year"
            value={draft.year}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            onChange={({ target }) => change({ year: target.value })}
            error={hasLeft || draft.year.length === 4 ? problem : null}
          />
        )}
        <TextArea
          label="Final table"
          rows={6}
          value={draft.text}
          placeholder={EXAMPLE}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          onChange={({ target }) => change({ text: target.value })}
          note="One line for each place: place, name, points, prize. Only the name is needed. Paste it from a spreadsheet as it is."
          error={hasLeft ? tableProblem(table) : null}
        />
        <Understood
          table={table}
          places={places}
          people={people}
          namesakes={namesakes}
          onChoose={(key, personId) => change({ chosen: new Map([...draft.chosen, [key, personId]]) })}
        />
        {meanwhile !== null && (
          <Meanwhile
            saved={meanwhile}
            onUse={() => setDraft({ ...draftOf(plan, opened?.year, meanwhile), year: draft.year })}
          />
        )}
        <DialogFoot>
          <Refusal text={saving.isError ? failureText(saving.error) : null} />
          <div className="grid grid-cols-2 gap-3">
            <Button tone="plain" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" isPaused={saving.isPending}>
              {saving.isPending ? 'Saving...' : 'Save'}
            </Button>
          </div>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function draftOf({ players }: AlmanacPlanReply, year: number | undefined, places: Places): Draft {
  const chosen = chosenIn(places, matchedIn(players));
  return { year: year === undefined ? '' : String(year), text: tableText(places), chosen };
}

/** Why a table can't be saved; null if it can. */
function tableProblem({ places, odd }: ParsedTable): string | null {
  const [first, ...others] = odd;
  if (first !== undefined) {
    const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more line')}`;
    return `Change or delete line ${first.line}${more}.`;
  }
  return places.length === 0 ? 'Enter at least the champion.' : null;
}

/** Saves the table. If somebody else changed it first, reads it again; what was typed stays, and the next save replaces theirs. */
function useSave(poolId: string, opened: Places, onSaved: () => void) {
  const client = useQueryClient();
  const changed = useAlmanacChanged(poolId);
  const [meanwhile, setMeanwhile] = useState<Places | null>(null);
  const saving = useMutation({
    mutationFn: (wanted: { readonly year: number; readonly places: Places }) => {
      const body = { ...wanted, seen: meanwhile ?? opened };
      return call('PUT /api/pools/:poolId/almanac/years', { params: { poolId }, body });
    },
    onSuccess: () => {
      void changed();
      onSaved();
    },
    onError: async (error, { year }) => {
      console.error('Error saving a year of the almanac', error);
      if (!(error instanceof ApiError) || (error.code !== 'changed_meanwhile' && error.code !== 'unknown_person'))
        return;
      const plan = await client.fetchQuery({ ...planQuery(poolId), staleTime: 0 }).catch(() => null);
      if (plan === null || error.code !== 'changed_meanwhile') return;
      setMeanwhile(plan.typed.find((each) => each.year === year)?.places ?? []);
    },
  });
  return { saving, meanwhile };
}

interface MeanwhileProps {
  readonly saved: Places;
  readonly onUse: () => void;
}

/** What somebody else saved while the table was edited. */
export function Meanwhile({ saved, onUse }: MeanwhileProps) {
  const champions = listedNames(saved.filter(({ place }) => place === 1).map(({ name }) => name));
  const first = champions === '' ? '' : `, ${champions} first`;
  return (
    <div role="status" className="mb-3 rounded-lg bg-amber-wash px-3 py-2.5 text-sm text-amber">
      <p className="mb-2 break-words">
        {saved.length === 0
          ? 'Somebody else removed this year. What you typed is still here.'
          : `Somebody else saved ${counted(saved.length, 'place')}${first}. What you typed is still here.`}
      </p>
      {saved.length > 0 && (
        <Button tone="plain" onClick={onUse}>
          Use theirs
        </Button>
      )}
    </div>
  );
}

interface UnderstoodProps {
  readonly table: ParsedTable;
  /** One for each place of the table. */
  readonly places: Places;
  readonly people: readonly AlmanacPerson[];
  readonly namesakes: (name: string) => Namesakes<AlmanacPerson>;
  readonly onChoose: (key: string, personId: string | null) => void;
}

/** The table as it was read, with who each name is, and the lines that could not be read. */
export function Understood({ table: { odd }, places, people, namesakes, onChoose }: UnderstoodProps) {
  const keys = keysOf(places);
  const isFolded = isLongChoice(places.length, people.length);
  if (places.length + odd.length === 0) return null;
  return (
    <section aria-label="The table as we read it" className="mb-3">
      <h3 className="mb-1 heading text-lg">As we read it</h3>
      <p role="status" className="text-sm text-ink-soft">
        {counted(places.length, 'place')}
        {odd.length > 0 && `, and ${counted(odd.length, 'line')} that we can't read`}
      </p>
      {odd.length > 0 && (
        <ul className="my-2 rounded-lg bg-amber-wash px-3 py-2 text-sm text-amber">
          {odd.map(({ line, text, problem }) => (
            <li key={line} className="py-0.5 break-words">
              <strong>Line {line}</strong>: {problem} <span className="text-ink-soft">{text.slice(0, 80)}</span>
            </li>
          ))}
        </ul>
      )}
      <ol>
        {places.map((place, at) => {
          const key = keys[at] ?? '';
          return (
            <li
              key={key}
              className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1 striped-row rounded-lg px-2 py-1.5 sm:grid-cols-[1.75rem_minmax(0,1fr)_14rem]"
            >
              <span className="text-right font-display text-xl font-semibold text-amber">{place.place}</span>
              <span className="min-w-0">
                <span className="block font-medium break-words">{place.name}</span>
                <span className="block text-sm text-ink-soft">{worthText(place)}</span>
              </span>
              <span className="min-w-0 max-sm:col-start-2">
                <PersonSelect
                  label={`Who ${place.name} is`}
                  nobody="Nobody here"
                  value={place.personId}
                  people={people}
                  namesakes={namesakes(place.name)}
                  isFolded={isFolded}
                  onChoose={(personId) => onChoose(key, personId)}
                />
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** `120.5 points · $50` */
function worthText({ points, prize }: Places[number]): string {
  return [points === null ? '' : counted(points, 'point'), prize === null ? '' : formatDollars(prize)]
    .filter(Boolean)
    .join(' · ');
}
