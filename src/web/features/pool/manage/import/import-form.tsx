import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { IMPORT_NAME_MAX, IMPORTED_PICKS_MAX } from '#contract/imports.ts';
import type { PoolEditReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { teamSlots } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import { counted, listedNames } from '#core/listed.ts';
import { isLocked, isWeekLocked } from '#core/locks.ts';
import { normalizeName } from '#core/names.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import type { MatchedName, NamedPoolEntry } from '#core/sheet/match-names.ts';
import { matchNames } from '#core/sheet/match-names.ts';
import type { ImportedPicks, ImportPlan, PlanInput } from '#core/sheet/plan-import.ts';
import { planImport } from '#core/sheet/plan-import.ts';
import type { ValuedWeek } from '#core/sheet/plan-orders.ts';
import type { SheetReading } from '#core/sheet/reading.ts';
import type { SheetTable } from '#core/sheet/table.ts';
import { weeksText } from '#core/weeks.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { useOnce } from '#web/lib/once.ts';
import { ADMIN_KEY } from '#web/lib/query.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import type { StoredPicks } from './import-queries.ts';
import { importsQuery, storedKey, storedPicksQuery, storedTeamsQuery } from './import-queries.ts';
import type { ChosenTarget } from './names-list.tsx';
import { NamesList } from './names-list.tsx';
import { OwnLine, ownFilling } from './own-line.tsx';
import { Preview } from './preview.tsx';

interface ImportFormProps {
  readonly pool: PoolEditReply;
  readonly fileName: string;
  readonly table: SheetTable;
  readonly reading: SheetReading;
  readonly weeks: readonly PoolWeek<GameReply>[];
  /** What the weeks of a confidence pool are worth. */
  readonly valued: ReadonlyMap<string, ValuedWeek> | undefined;
  /** The games of these weeks that the pool leaves out. */
  readonly leftOut: readonly string[];
  readonly entries: readonly NamedPoolEntry[];
  /** The weeks that the pool gets if the file has picks of them: those that began before a survivor pool does. */
  readonly pastWeeks: readonly string[];
  /** Whether the pool takes new players. */
  readonly takesPlayers: boolean;
  readonly onStarted: () => void;
}

/** The names, the preview and the button of an import. */
export function ImportForm(props: ImportFormProps) {
  // Another week must not take away what was chosen so far.
  const { id, settings, weeks } = props.pool;
  const { rules } = settings;
  const played = new Set(weeks.filter(({ enabled }) => enabled).map((week) => week.id));
  const weekIds = props.reading.weekIds.filter((weekId) => played.has(weekId));
  const ofSides = useQuery({
    ...storedPicksQuery(id, weekIds),
    enabled: !asksFor('team', rules),
    placeholderData: keepPreviousData,
  });
  const ofTeams = useQuery({ ...storedTeamsQuery(id, rules), enabled: asksFor('team', rules) });
  const stored = asksFor('team', rules) ? ofTeams : ofSides;
  return (
    <Loaded query={stored} failure="Couldn't load picks" skeleton={<Skeleton className="h-96" />}>
      {(picks) => <LoadedForm {...props} stored={picks} />}
    </Loaded>
  );
}

const MINUTE_MS = 60_000;

function LoadedForm(props: ImportFormProps & { readonly stored: StoredPicks }) {
  const { pool, table, reading, weeks, valued, leftOut, entries, pastWeeks, takesPlayers, stored } = props;
  const games = useMemo(() => weeks.flatMap((week) => week.games), [weeks]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenTarget>>(new Map());
  const [replaces, setReplaces] = useState(false);
  const [laterCounts, setLaterCounts] = useState(false);
  const now = useClock((time) => Math.floor(time / MINUTE_MS) * MINUTE_MS);
  const names = useMemo(() => matchNames(reading.names, entries), [reading, entries]);
  const targets = names.map((name) => chosen.get(keyOf(name)) ?? usualTarget(name, takesPlayers));
  const { id: userId } = useMe();
  const areWhole = valued !== undefined;
  const refusal = useMemo(
    () => refusals({ weeks, pastWeeks, areWhole, leftOut, entries, userId, pool }, now),
    [weeks, pastWeeks, areWhole, leftOut, entries, userId, pool, now],
  );
  const added = pastWeeks.filter((weekId) => reading.weekIds.includes(weekId));
  const { rules } = pool.settings;
  const takesBuyBacks = added.length > 0 && hasBuyBacks(rules);
  const plan = planImport({
    picks: reading.picks,
    ...(takesBuyBacks && { buyBacks: reading.buyBacks }),
    teamSlots: (weekId) => teamSlots(weekId, rules),
    names,
    targets: targets.map((target) => target ?? 'out'),
    stored: (entryId, slot) => stored.picks.get(storedKey(entryId, slot)) ?? null,
    weeks: valued,
    storedValue: (entryId, gid) => stored.values.get(storedKey(entryId, { kind: 'pick', about: gid })),
    refusal,
    replaces,
    laterCounts,
  });
  const undecided = names.filter((_, at) => targets[at] === null).map(({ label }) => label);
  const starting = useStart(props, replaces);
  const start = useOnce(starting);
  const count = countOf(plan);
  const isTooMany = count > IMPORTED_PICKS_MAX;
  return (
    <>
      <NamesList
        names={names}
        targets={targets}
        entries={entries}
        takesPlayers={takesPlayers}
        onChoose={(name, target) => setChosen(new Map([...chosen, [keyOf(name), target]]))}
      />
      <Preview
        table={table}
        reading={reading}
        plan={plan}
        names={names}
        games={games}
        replaces={replaces}
        noBuyBacks={takesBuyBacks ? null : noBuyBacksText(rules)}
      />
      {plan.counts.conflict + plan.counts.replaced > 0 && (
        <CheckRow
          label="Later rows replace earlier ones"
          note="Someone is there more than once with different picks. Otherwise the first one counts."
          checked={laterCounts}
          onChange={setLaterCounts}
        />
      )}
      {plan.counts.differs > 0 && (
        <CheckRow
          label="Also replace picks that differ"
          note={`${counted(plan.counts.differs, 'pick')} of the pool ${plan.counts.differs === 1 ? 'differs' : 'differ'} from the file.`}
          checked={replaces}
          onChange={setReplaces}
        />
      )}
      <div className="mt-4">
        {undecided.length > 0 && (
          <p className="mb-2 text-amber">{`Choose under Names who ${listedNames(undecided)} ${undecided.length === 1 ? 'is' : 'are'}, or these picks are left out.`}</p>
        )}
        <OwnLine pool={pool} fileName={props.fileName} plan={plan} entries={entries} replaces={replaces} />
        {plan.counts.own > 0 && (
          <p className="mb-2 text-amber">{`${counted(plan.counts.own, 'pick')} of your own cannot be entered by you after the lock. Another commissioner or an admin can import the file again for them.`}</p>
        )}
        {added.length > 0 && (
          <p className="mb-2 text-amber">{pastWeeksText(added, missedBy(entries, targets), rules)}</p>
        )}
        <Refusal text={starting.isError ? failureText(starting.error) : null} />
        <Refusal
          text={
            isTooMany
              ? `At most ${counted(IMPORTED_PICKS_MAX, 'pick')} can be imported at once. Divide the file.`
              : null
          }
        />
        <Button isPaused={count === 0 || isTooMany || starting.isPending} onClick={() => start(plan.sent)}>
          {starting.isPending ? 'Starting...' : actionText(plan)}
        </Button>
      </div>
    </>
  );
}

/** The entries of the pool that the file has nothing of. */
function missedBy(entries: readonly NamedPoolEntry[], targets: readonly ChosenTarget[]): string[] {
  const has = new Set(
    targets.flatMap((target) => (target !== null && typeof target === 'object' ? target.entryId : [])),
  );
  return entries.filter(({ id }) => !has.has(id)).map(({ name }) => name);
}

function pastWeeksText(
  weekIds: readonly string[],
  missing: readonly string[],
  { lives }: PoolEditReply['settings']['rules'],
): string {
  const begin = `This adds ${weeksText(weekIds)} to the pool, and members are notified. Nobody can join after that.`;
  if (missing.length === 0) return begin;
  const isOne = missing.length === 1;
  const loss = lives === 1 ? '' : ` or ${isOne ? 'loses' : 'lose'} lives`;
  return `${begin} ${listedNames(missing)} ${isOne ? "isn't" : "aren't"} in the file, so ${isOne ? 'this entry is' : 'these entries are'} out${loss}.`;
}

function noBuyBacksText(rules: PoolEditReply['settings']['rules']): string {
  return hasBuyBacks(rules)
    ? 'This pool has begun. Record buy-backs on the Scoreboard.'
    : 'This pool has no buy-backs. Its settings can allow them.';
}

interface RefusalFacts extends Pick<ImportFormProps, 'pool' | 'weeks' | 'pastWeeks' | 'leftOut' | 'entries'> {
  /** Whether only weeks that are locked as a whole are imported. */
  readonly areWhole: boolean;
  readonly userId: string;
}

function refusals(facts: RefusalFacts, now: number): PlanInput['refusal'] {
  const { pool, weeks, pastWeeks, areWhole, leftOut, entries, userId } = facts;
  const games = weeks.flatMap((week) => week.games);
  const openWeeks = new Set(weeks.filter(({ wholeWeek }) => !isWeekLocked(wholeWeek, now)).map(({ id }) => id));
  const locked = new Set(games.filter((game) => isLocked(game, now)).map(({ gid }) => gid));
  const off = new Set(games.filter((game) => !gameCounts(game)).map(({ gid }) => gid));
  const own = new Set(entries.filter(({ ownerId }) => ownerId === userId).map(({ id }) => id));
  const mayFill = ownFilling(pool, games, pastWeeks, now);
  return (entryId, pick) => {
    const { kind, gid, weekId } = pick;
    if (leftOut.includes(gid)) return 'leftOut';
    if (!locked.has(gid)) return 'open';
    if (areWhole && kind === 'pick' && openWeeks.has(weekId)) return 'openWeek';
    if (off.has(gid)) return 'off';
    return entryId !== null && own.has(entryId) && !mayFill(entryId, pick) ? 'own' : null;
  };
}

/** A name that is near another needs a person's choice. A team is no player; maybe the layout is another. */
function usualTarget({ entryId, near, isTeam }: MatchedName, takesPlayers: boolean): ChosenTarget {
  if (entryId !== null) return { entryId };
  if (isTeam || (near.length === 0 && !takesPlayers)) return 'out';
  return near.length > 0 ? null : 'new';
}

function keyOf({ player, entry }: MatchedName): string {
  return `${normalizeName(player)}\n${normalizeName(entry)}`;
}

/** How many picks are sent, guesses and orders included. */
function countOf({ sent: { picks, guesses, orders, teams } }: ImportPlan): number {
  return picks.length + guesses.length + orders.length + teams.length;
}

function actionText(plan: ImportPlan): string {
  const [count, players] = [countOf(plan), plan.sent.newPlayers.length];
  if (count === 0) return 'Nothing to import';
  return `Import ${counted(count, 'pick')}${players === 0 ? '' : ` and add ${counted(players, 'player')}`}`;
}

function useStart({ pool, fileName, onStarted }: ImportFormProps, replaces: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: ImportedPicks) =>
      call('POST /api/pools/:poolId/imports', {
        params: { poolId: pool.id },
        body: { name: fileName.slice(-IMPORT_NAME_MAX), ...sent, replaces },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: importsQuery(pool.id).queryKey });
      onStarted();
    },
    onError: (error) => {
      console.error('Error importing picks', error);
      // The pool may have changed since, as by an import in another tab: the preview shows it as it is now.
      void client.invalidateQueries({ queryKey: ADMIN_KEY });
    },
  });
}
