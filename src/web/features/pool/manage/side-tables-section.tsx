import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { SideTableReply } from '#contract/side-tables.ts';
import type { SideTable, SideTableTerms } from '#core/side-tables.ts';
import { MAX_SIDE_TABLES, sideTableWords } from '#core/side-tables.ts';
import { compareWeeks } from '#core/weeks.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link, useNavigate } from '#web/lib/navigation.tsx';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { sideTablesQuery } from '#web/parts/queries.ts';
import type { DraftTable, Limits } from '#web/parts/rulebook/side-table-draft.ts';
import {
  draftOf,
  enteredOf,
  hasWrongAmount,
  ownTable,
  problemOf,
  withNames,
} from '#web/parts/rulebook/side-table-draft.ts';
import { prizeText, stateOf } from '#web/parts/side-tables.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import type { ManageProps } from './pool-manager.tsx';
import { SaveBar } from './save-bar.tsx';
import { SideTableFold } from './side-table-fold.tsx';
import { changedTables, isTyped, offered, rebasedTables, storedDraft, termsOf } from './side-tables-draft.ts';

/** The side tables of the pool. An address of its own: the settings are one form with one button, and so is this. */
export function SideTablesSection({ pool, addresses }: ManageProps) {
  const query = useQuery(sideTablesQuery(pool.id));
  return (
    <PanelSection title="Side tables">
      <p className="mb-3 text-ink-soft">Small contests beside the season. Members find them on the Scoreboard.</p>
      <Loaded query={query} failure="Couldn't load the side tables" skeleton={<Skeleton className="h-72" />}>
        {({ tables }) => <SideTablesForm {...{ pool, addresses, tables }} />}
      </Loaded>
    </PanelSection>
  );
}

/** What was typed, and the stored tables that it started from. */
interface Draft {
  readonly tables: readonly DraftTable[];
  readonly seen: readonly SideTable[];
}

interface FormProps extends ManageProps {
  readonly tables: readonly SideTableReply[];
}

function SideTablesForm({ pool, addresses: { base, back }, tables: stored }: FormProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [made, setMade] = useState(0);
  const [added, setAdded] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const go = useNavigate();
  const { saving, theirs } = useSave(pool.id, setDraft);
  const limits: Limits = {
    weekIds: pool.weeks.flatMap(({ id, enabled }) => (enabled ? [id] : [])).toSorted(compareWeeks),
    format: pool.settings.rules.format,
  };
  const shown = draft?.tables ?? stored.map(storedDraft);
  const named = withNames(shown);
  const isChanged = draft !== null && isTyped(draft.tables, draft.seen);
  useUnsavedChanges(isChanged && !saving.isSuccess);
  useEffect(() => {
    if (saving.isSuccess) go(back);
  }, [saving.isSuccess, go, back]);

  const fixed = new Map(stored.flatMap((table) => (table.isFixed ? [[table.id, table] as const] : [])));
  const before = new Map(stored.map((table) => [table.id, JSON.stringify(enteredOf(storedDraft(table)))]));
  /** Stored tables stay valid if their weeks leave the pool. */
  const isAsStored = (table: DraftTable) => before.get(table.id ?? '') === JSON.stringify(enteredOf(table));
  const problems = new Map(
    named.flatMap((table) => {
      const problem = isAsStored(table) ? null : problemOf(table, named, limits);
      return problem === null ? [] : [[table.key, problem] as const];
    }),
  );
  const flaws = shown.filter((table) => problems.has(table.key) || hasWrongAmount(table)).length;
  const changed = [
    ...new Set([...theirs, ...(draft === null || saving.isPending ? [] : changedTables(draft.seen, stored))]),
  ];

  function setTables(tables: readonly DraftTable[]): void {
    setDraft({ tables, seen: draft?.seen ?? stored.map(termsOf) });
    saving.reset();
  }
  function add(table: SideTableTerms): void {
    setTables([...shown, draftOf(table, `new-${made}`)]);
    setMade(made + 1);
    setAdded(`Added: ${table.name || 'your own table'}.`);
  }
  function save(event: FormEvent): void {
    event.preventDefault();
    if (flaws > 0 || saving.isPending) return;
    if (draft === null || !isChanged) go(back);
    else saving.mutate({ ...draft, tables: named.map((table) => fixedDraft(table, fixed)) });
  }

  const own = ownTable(limits);
  if (own === null && stored.length === 0) {
    return (
      <>
        <p className="mb-3">This pool has no weeks yet. Choose them first.</p>
        <Link to={`${base}/weeks`} className={buttonLook('plain')}>
          Choose weeks
        </Link>
      </>
    );
  }
  return (
    <form ref={form} onSubmit={save} noValidate>
      <AddTables readyMade={offered(shown, limits)} added={added} onAdd={add} />
      <ul className="mb-4 grid gap-3">
        {shown.map((table, at) => {
          const begun = fixed.get(table.id ?? '');
          return (
            <li key={table.key} className="min-w-0 rounded-lg bg-panel-low px-4 py-2">
              {begun === undefined ? (
                <SideTableFold
                  table={table}
                  name={named[at]?.name ?? table.name}
                  limits={limits}
                  problem={problems.get(table.key) ?? null}
                  onChange={(next) => setTables(shown.map((each) => (each === table ? next : each)))}
                  onRemove={() => setTables(shown.filter((each) => each !== table))}
                />
              ) : (
                <FixedTable table={begun} format={limits.format} />
              )}
            </li>
          );
        })}
      </ul>
      <AddOwnTable hasNoRoom={shown.length >= MAX_SIDE_TABLES} own={own} onAdd={add} />
      {changed.length > 0 && <OtherChanges names={changed} />}
      <SaveBar
        action="Save side tables"
        back={back}
        isReady={flaws === 0 && !saving.isPending}
        isSaving={saving.isPending}
        isChanged={isChanged}
        todo={todoText(flaws)}
        onTodo={() => openFirstFlaw(form.current)}
        refusal={saving.isError ? failureText(saving.error) : null}
      />
    </form>
  );
}

/** A table that has begun is sent as it is stored, whatever was typed before it began. */
function fixedDraft(table: DraftTable, fixed: ReadonlyMap<string, SideTable>): DraftTable {
  const begun = fixed.get(table.id ?? '');
  return begun === undefined ? table : storedDraft(begun);
}

function todoText(flaws: number): string | null {
  if (flaws === 0) return null;
  return flaws === 1 ? 'One side table needs another look' : `${flaws} side tables need another look`;
}

/** Opens the first table with a problem, and focuses its wrong field, or the first. */
function openFirstFlaw(form: HTMLFormElement | null): void {
  const table = form?.querySelector<HTMLDetailsElement>('details[data-flawed]');
  if (!table) return;
  table.open = true;
  (table.querySelector<HTMLElement>('[aria-invalid="true"]') ?? table.querySelector('input'))?.focus();
}

/** Refusals caused by changes since the form was read: other tables, or the first lock of one. */
const staleCodes: readonly string[] = ['changed_meanwhile', 'side_table_fixed'];

/** Saves the tables. If someone else changed them first, or one has begun, reads them again and keeps what was typed. */
function useSave(poolId: string, onReadAgain: (draft: Draft) => void) {
  const client = useQueryClient();
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const saving = useMutation({
    mutationFn: ({ tables, seen }: Draft) =>
      call('PUT /api/pools/:poolId/side-tables', {
        params: { poolId },
        body: { tables: tables.map(enteredOf), seen: seen.map(termsOf) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: sideTablesQuery(poolId).queryKey }),
    onError: async (error, { tables, seen }) => {
      console.error('Error saving the side tables', error);
      if (!(error instanceof ApiError) || !staleCodes.includes(error.code)) return;
      const now = await client.fetchQuery({ ...sideTablesQuery(poolId), staleTime: 0 }).catch(() => null);
      if (now === null) return;
      setTheirs(changedTables(seen, now.tables));
      onReadAgain({ tables: rebasedTables(tables, seen, now.tables), seen: now.tables.map(termsOf) });
    },
  });
  return { saving, theirs };
}

interface AddTablesProps {
  readonly readyMade: ReturnType<typeof offered>;
  /** What was added last, for screen readers. */
  readonly added: string;
  readonly onAdd: (table: SideTableTerms) => void;
}

/** The ready-made tables stand above the list and stay in their places, so that none comes under the thumb while the list grows. */
function AddTables({ readyMade, added, onAdd }: AddTablesProps) {
  return (
    <fieldset className="mb-4">
      <legend className="label mb-1.5 text-ink-soft">Add</legend>
      <div className="flex flex-wrap gap-2">
        {readyMade.map(({ table, isOpen }) => (
          <Button key={table.name} tone="plain" isPaused={!isOpen} onClick={() => onAdd(table)}>
            <Icon name="plus" />
            {table.name}
          </Button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {added}
      </p>
    </fieldset>
  );
}

interface AddOwnTableProps {
  readonly hasNoRoom: boolean;
  /** Null if the pool has no weeks. */
  readonly own: SideTableTerms | null;
  readonly onAdd: (table: SideTableTerms) => void;
}

/** It stands below the last table, where a new one unfolds. */
function AddOwnTable({ hasNoRoom, own, onAdd }: AddOwnTableProps) {
  return (
    <div className="mb-4">
      <Button
        tone="plain"
        isPaused={hasNoRoom || own === null}
        onClick={() => own !== null && onAdd(own)}
        className="w-full"
      >
        <Icon name="plus" />
        Side table of your own
      </Button>
      {hasNoRoom && (
        <p className="text-sm text-ink-soft">
          A pool can have {MAX_SIDE_TABLES} side tables. Remove one to add another.
        </p>
      )}
    </div>
  );
}

/** A table that has begun, with the reason why it can't be changed. */
function FixedTable({ table, format }: { readonly table: SideTableReply; readonly format: Limits['format'] }) {
  const state = stateOf(table);
  return (
    <>
      <h3 className="font-medium break-words">
        {table.name} <Badge tone={state.tone}>{state.text}</Badge>
      </h3>
      <p className="text-sm text-ink-soft">
        {[sideTableWords(table, format), prizeText(table.cents)].filter(Boolean).join(' ')}
      </p>
      <p className="text-sm text-ink-soft">It has begun, so it can't be changed.</p>
    </>
  );
}

/** What someone else saved while this form was filled in. */
function OtherChanges({ names }: { readonly names: readonly string[] }) {
  return (
    <div role="status" className="mb-4 rounded-lg bg-amber-wash px-3 py-2.5 text-sm break-words text-amber">
      <p className="font-medium">Changed by someone else: {names.join(', ')}</p>
      <p className="mt-1">What you typed is still here, except in tables that have begun.</p>
    </div>
  );
}
