import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { PoolEditReply, PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { weekScale } from '#core/formats/confidence/confidence.ts';
import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { isLocked } from '#core/locks.ts';
import type { Wanted } from '#core/sheet/guess-layout.ts';
import type { Layout, LayoutKind } from '#core/sheet/layout.ts';
import type { NamedPoolEntry } from '#core/sheet/match-names.ts';
import type { ValuedWeek } from '#core/sheet/plan-orders.ts';
import type { SheetReading, TeamCorrections } from '#core/sheet/reading.ts';
import type { SheetTable } from '#core/sheet/table.ts';
import { columnName, firstText, linesOf } from '#core/sheet/table.ts';
import { tiebreakChoices } from '#core/sheet/tiebreak-lines.ts';
import { compareWeeks, parseWeekId, weekName, weeksText } from '#core/weeks.ts';
import { useClock } from '#web/lib/clock.ts';
import { poolQuery, weekIn } from '#web/parts/queries.ts';
import { SelectField } from '#web/ui/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { ImportForm } from './import-form.tsx';
import { poolGamesQuery } from './import-queries.ts';
import { UnknownTeams } from './unknown-teams.tsx';
import type { ReadFile, useSheet } from './use-sheet.ts';

interface SheetFormProps {
  readonly pool: PoolEditReply;
  readonly file: ReadFile;
  readonly sheet: ReturnType<typeof useSheet>;
}

/** What was understood of a file, to be corrected, and then imported. */
export function SheetForm({ pool, ...props }: SheetFormProps) {
  const details = useQuery(poolQuery(pool.id));
  const weekIds = weeksToRead(pool);
  const games = useQuery(poolGamesQuery(pool.id, weekIds.toSorted(compareWeeks)));
  if (weekIds.length === 0) return <p className="text-ink-soft">This pool has no weeks with games yet.</p>;
  const skeleton = <Skeleton className="h-96" />;
  return (
    <Loaded query={details} failure="Couldn't load the pool" skeleton={skeleton}>
      {(own) => (
        <Loaded query={games} failure="Couldn't load games" skeleton={skeleton}>
          {(all) => <SheetOfPool pool={pool} details={own} games={all} {...props} />}
        </Loaded>
      )}
    </Loaded>
  );
}

/** The weeks of the pool with games. A survivor pool may get earlier ones of its season by an import. */
function weeksToRead({ weeks, settings }: PoolEditReply): string[] {
  const played = weeks.filter(({ enabled, games }) => enabled && games > 0).map(({ id }) => id);
  const [first] = played.toSorted(compareWeeks);
  if (first === undefined || !traitsOf(settings.rules).closesAtStart) return played;
  const season = parseWeekId(first)?.season;
  const isEarlier = ({ id, games }: PoolEditReply['weeks'][number]) =>
    games > 0 && compareWeeks(id, first) < 0 && parseWeekId(id)?.season === season;
  return [...played, ...weeks.filter(isEarlier).map(({ id }) => id)];
}

interface SheetOfPoolProps extends SheetFormProps {
  readonly details: PoolReply;
  readonly games: readonly GameReply[];
}

const noGames: readonly string[] = [];

const kinds = [
  ['list', 'List'],
  ['across', 'Players across'],
  ['down', 'Players down'],
] as const satisfies readonly (readonly [LayoutKind, string])[];

function SheetOfPool({ pool, details, games: all, file, sheet: { state, readSheet, close } }: SheetOfPoolProps) {
  const [tab, setTab] = useState(0);
  const [choseTab, setChoseTab] = useState(false);
  const [wanted, setWanted] = useState<Wanted>({});
  const [teams, setTeams] = useState<TeamCorrections>({});
  const entries = useMemo(() => entriesOf(pool), [pool]);
  const hasBegun = useClock((now) => all.some((game) => details.weeks.includes(game.weekId) && isLocked(game, now)));
  const isClosed = hasBegun && traitsOf(details.rules).closesAtStart;
  const games = useMemo(
    () => (isClosed ? all.filter(({ weekId }) => details.weeks.includes(weekId)) : all),
    [isClosed, all, details],
  );
  const weeks = useMemo(() => {
    const { leftOut: _, ...own } = details;
    const byWeek = Map.groupBy(games, ({ weekId }) => weekId);
    return [...byWeek].map(([weekId, ofWeek]) => weekIn(own, weekId, { games: ofWeek }));
  }, [details, games]);
  const pastWeeks = useMemo(
    () => weeks.map(({ id }) => id).filter((id) => !details.weeks.includes(id)),
    [weeks, details],
  );
  const valued = useMemo(() => valuedWeeks(details, games), [details, games]);

  useEffect(() => {
    const slim = games.map(({ gid, weekId, home, away }) => ({ gid, weekId, home, away }));
    const known = entries.flatMap(({ name, ownerName }) => [name, ownerName]);
    readSheet({
      sheet: tab,
      wanted,
      context: {
        games: slim,
        known,
        teams,
        tiebreaks: details.tiebreaks,
        hasValues: traitsOf(details.rules).hasValues,
        asksTeam: asksFor('team', details.rules),
      },
    });
  }, [readSheet, games, entries, tab, wanted, teams, details]);

  const isEmpty = state.read?.request.sheet === tab && state.read.reading === null;
  useEffect(() => {
    // The first sheet with picks, unless another is chosen.
    if (isEmpty && !choseTab && tab + 1 < file.tables.length) setTab(tab + 1);
  }, [isEmpty, choseTab, tab, file]);

  if (state.read === null) return <Skeleton className="h-96" />;
  const { reading, request } = state.read;
  const table = file.tables[request.sheet];
  const kind = wanted.kind ?? reading?.layout.kind;
  return (
    <div aria-busy={state.isReading}>
      {file.tables.length > 1 && (
        <SelectField
          label="Sheet"
          value={String(tab)}
          options={file.tables.map(({ name }, at) => [String(at), name] as const)}
          onChange={(value) => {
            setTab(Number(value));
            setChoseTab(true);
            setWanted({});
          }}
        />
      )}
      <p className="label mb-1.5 text-ink-soft">Layout</p>
      <Segments
        label="Layout"
        value={kind ?? ''}
        options={kinds}
        onChange={(chosen) => setWanted({ ...withoutLines(wanted), kind: chosen as LayoutKind })}
      />
      {reading === null || table === undefined ? (
        <p role="status" className="text-ink-soft">
          No picks were found in this sheet. Try another layout, or another sheet.
        </p>
      ) : (
        <>
          <Names
            table={table}
            layout={reading.layout}
            onNames={(names) => setWanted({ ...wanted, kind: reading.layout.kind, names })}
          />
          {details.tiebreaks !== undefined && (
            <Tiebreaks
              table={table}
              layout={reading.layout}
              onTiebreak={(tiebreak) => setWanted({ ...wanted, kind: reading.layout.kind, tiebreak })}
            />
          )}
          <Weeks
            reading={reading}
            weekIds={[...new Set(games.map(({ weekId }) => weekId))]}
            onWeek={(weekId) => setWanted(weekId === null ? withoutWeek(wanted) : { ...wanted, weekId })}
          />
          <UnknownTeams
            unknown={reading.unknownTeams}
            corrections={teams}
            onCorrect={(key, team) => setTeams({ ...teams, [key]: team })}
            onReset={() => setTeams({})}
          />
          <ImportForm
            key={request.sheet}
            pool={pool}
            fileName={file.name}
            table={table}
            reading={reading}
            weeks={weeks}
            valued={valued}
            leftOut={details.leftOut ?? noGames}
            entries={entries}
            pastWeeks={pastWeeks}
            takesPlayers={!isClosed}
            onStarted={() => close()}
          />
        </>
      )}
    </div>
  );
}

/** What the weeks of a confidence pool are worth; undefined for other pools. */
function valuedWeeks(details: PoolReply, games: readonly GameReply[]): ReadonlyMap<string, ValuedWeek> | undefined {
  if (!traitsOf(details.rules).hasValues) return undefined;
  const byWeek = Map.groupBy(games, ({ weekId }) => weekId);
  return new Map(
    [...byWeek].map(([weekId, ofWeek]) => {
      const scale = weekScale(details.rules, weekId, details.scales?.[weekId]);
      return [weekId, { games: weekIn(details, weekId, { games: ofWeek }).games, scale }];
    }),
  );
}

/** The columns or rows in which names are offered. */
const NAMES_OFFERED = 12;

interface NamesProps {
  readonly table: SheetTable;
  readonly layout: Layout;
  readonly onNames: (line: number) => void;
}

/** The column of the names, or their row if players are across, by its first text. */
function Names({ table, layout, onNames }: NamesProps) {
  const isAcross = layout.kind === 'across';
  const lines = linesOf(table, !isAcross);
  const chosen = layout.kind === 'list' ? layout.player : layout.names;
  const offered = Array.from({ length: Math.min(lines.count, NAMES_OFFERED) }, (_, line) => line);
  const options = [...new Set([...offered, chosen])].flatMap((line): (readonly [string, string])[] => {
    const first = firstText(lines, line);
    if (first === undefined && line !== chosen) return [];
    const name = isAcross ? `Row ${line + 1}` : `Column ${columnName(line)}`;
    return [[String(line), first === undefined ? name : `${name}: ${first}`]];
  });
  return (
    <SelectField
      label="Where are the names?"
      value={String(chosen)}
      options={options}
      onChange={(line) => onNames(Number(line))}
    />
  );
}

interface TiebreaksProps {
  readonly table: SheetTable;
  readonly layout: Layout;
  readonly onTiebreak: (line: number | null) => void;
}

/** The columns of the guesses of tiebreak games, or their rows if players are across, by their heading. */
function Tiebreaks({ table, layout, onTiebreak }: TiebreaksProps) {
  const choices = useMemo(() => tiebreakChoices(table, layout), [table, layout]);
  if (choices.length === 0) return null;
  return (
    <SelectField
      label="Where are the tiebreak guesses?"
      value={String(layout.tiebreaks[0] ?? '')}
      options={[['', 'Not in this file'], ...choices.map(({ line, text }) => [String(line), text] as const)]}
      onChange={(line) => onTiebreak(line === '' ? null : Number(line))}
    />
  );
}

interface WeeksProps {
  readonly reading: SheetReading;
  readonly weekIds: readonly string[];
  readonly onWeek: (weekId: string | null) => void;
}

/** The weeks of the file, and a choice for the picks that name none. */
function Weeks({ reading: { weekIds: found, asksWeek, layout }, weekIds, onWeek }: WeeksProps) {
  if (!asksWeek) return <p className="mb-4 text-ink-soft">{`Weeks in the file: ${weeksText(found)}.`}</p>;
  return (
    <SelectField
      label="Which week are these picks from?"
      value={layout.weekId ?? ''}
      options={[['', 'Choose a week'], ...weekIds.map((id) => [id, weekName(id)] as const)]}
      onChange={(weekId) => onWeek(weekId === '' ? null : weekId)}
    />
  );
}

function withoutWeek({ weekId: _, ...wanted }: Wanted): Wanted {
  return wanted;
}

/** Without the lines that were chosen in another layout. */
function withoutLines({ names: _, tiebreak: __, ...wanted }: Wanted): Wanted {
  return wanted;
}

function entriesOf({ users }: PoolEditReply): NamedPoolEntry[] {
  return users
    .filter(({ isMember }) => isMember)
    .flatMap(({ id: ownerId, displayName, entries }) =>
      entries.map(({ id, name }) => ({ id, name, ownerId, ownerName: displayName })),
    );
}
