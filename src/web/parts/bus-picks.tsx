import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import type { BusEntry, BusGuess, BusPickGame, WeekChoice } from '#contract/picks.ts';
import { MAX_BUS_PICK_REASON } from '#contract/picks.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { valuesOf } from '#core/formats/confidence/confidence.ts';
import { asksFor, asksForSidesAlone } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { listText } from '#core/listed.ts';
import { isLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { halvesOfPoints, pointsText } from '#core/scoring.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import type { Side } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { usesText } from '#web/parts/survivor/rule-texts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { gamesQuery, poolQuery } from './queries.ts';
import { scaleInPool } from './scale.ts';
import { useToast } from './toasts.tsx';

export interface BusPicksDialogProps extends PlayerWeek {
  readonly name: string;
  readonly onClose: () => void;
}

/** The dialog over the Matchup in which an admin enters a player's picks of a week. */
export function BusPicksDialog({ name, onClose, ...week }: BusPicksDialogProps) {
  const state = useBusForm(week, name, onClose);

  function close(): void {
    if (!state.isDirty || confirmLeave()) onClose();
  }

  return (
    <Dialog
      title={`Enter picks for ${name}`}
      tools={
        <Button tone="plain" onClick={close}>
          Close
        </Button>
      }
      onClose={close}
    >
      <p className="-mt-4 mb-3 text-ink-soft">{weekName(week.weekId)}</p>
      <BusForm state={state} />
    </Dialog>
  );
}

/** Everything that a pool's commissioners and admins may enter for a player's week, by the format of the pool. */
export function BusForm({ state }: { readonly state: BusFormState }) {
  const { week } = state;
  const pool = useQuery(poolQuery(week.poolId));
  const games = useQuery(gamesQuery(week.poolId, week.weekId, pool.data));
  const skeleton = <Skeleton className="h-96" />;
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={skeleton}>
      {(own) => (
        <Loaded query={games} failure="Couldn't load games" skeleton={skeleton}>
          {(loaded) =>
            loaded.length === 0 ? (
              <Notice icon="ball" title="No games found for this week." />
            ) : (
              <BusFields state={state} pool={own} games={loaded} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

interface BusFieldsProps {
  readonly state: BusFormState;
  readonly pool: PoolReply;
  readonly games: readonly GameReply[];
}

function BusFields({ state, pool, games }: BusFieldsProps) {
  const { week, entry, picks } = state;
  const { rules } = pool;
  const asks = {
    entry: !asksForSidesAlone(rules) || rules.tiebreak !== 'none',
    picks: asksFor('pick', rules),
  };

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const reason = event.currentTarget.querySelector<HTMLInputElement>('input[name="reason"]');
    if (state.reason.trim() === '') reason?.focus();
    state.save();
  }

  return (
    <form onSubmit={save}>
      {asks.entry && <BusEntryParts week={week} pool={pool} games={games} state={entry} />}
      {asks.picks && <BusPicksList week={week} games={games} state={picks} />}
      <BusFoot {...{ state, asks, rules, games }} />
    </form>
  );
}

interface BusEntryPartsProps {
  readonly week: PlayerWeek;
  readonly pool: PoolReply;
  readonly games: readonly GameReply[];
  readonly state: BusEntryState;
}

/**
 * Everything that may be entered for a player besides sides: the points of a week or its team, and the guess. Nothing if the week needs
 * none.
 */
function BusEntryParts({ week, pool, games, state }: BusEntryPartsProps) {
  const { rules } = pool;
  const entered = useQuery(busEntryQuery(week));
  return (
    <Loaded query={entered} failure="Couldn't load what was entered" skeleton={<Skeleton className="mb-5 h-52" />}>
      {({ entry, guess, used, second }) =>
        (entry || guess) && (
          <div className="mb-5 grid gap-4">
            {entry && asksFor('order', rules) && (
              <Points {...{ games, state }} scale={scaleInPool(pool, week.weekId)} held={entry} />
            )}
            {entry && asksFor('team', rules) && <Team {...{ games, state, used, rules }} held={entry} />}
            {second && (
              <Team {...{ games, used: second.used, rules }} state={secondOf(state)} held={second.entry} isSecond />
            )}
            {guess && <Guess {...{ games, state }} held={guess} />}
            <p role="alert" className="text-sm text-red empty:hidden">
              {state.failure}
            </p>
          </div>
        )
      }
    </Loaded>
  );
}

interface PartProps<H> {
  readonly held: H;
  readonly games: readonly GameReply[];
  readonly state: BusEntryState;
}

/** A value for each game. A game that takes the value of another swaps with it. */
function Points({ held, games, state, scale }: PartProps<BusEntry> & { readonly scale: WeekScale }) {
  const stored = held.entry && 'order' in held.entry ? held.entry.order : [];
  const entered = state.entry && 'order' in state.entry ? state.entry.order : stored;
  const values = [...valuesOf(games, entered, scale)].toSorted(([, a], [, b]) => b - a);
  const give = (gid: string, to: string) => {
    const order = values.toReversed().map(([each]) => each);
    state.setEntry({ order: order.map((each) => (each === gid ? to : each === to ? gid : each)) });
  };
  const options = games.filter(gameCounts).map((game): [string, string] => [game.gid, gameName(game)]);
  const text = heldText(held.hasEntry, held.entry !== null, 'until the week is locked');
  if (isHidden(held, state)) {
    return (
      <EntryPart title="Points" text={text} {...held}>
        <p className="text-sm text-ink">What was entered can't be shown. Entering points again replaces all of it.</p>
        <Button tone="plain" onClick={() => state.setEntry({ order: values.toReversed().map(([gid]) => gid) })}>
          Enter all points again
        </Button>
      </EntryPart>
    );
  }
  return (
    <EntryPart title="Points" text={text} {...held}>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {values.map(([gid, value]) => (
          <SelectField
            key={value}
            label={pointsText(halvesOfPoints(value))}
            value={gid}
            options={options}
            onChange={(to) => give(gid, to)}
          />
        ))}
      </div>
    </EntryPart>
  );
}

/** Whether there is an entry that only the player may see, and no other one is being entered. */
function isHidden({ hasEntry, entry }: BusEntry, state: BusEntryState): boolean {
  return hasEntry && entry === null && state.entry === undefined;
}

const NO_TEAM = '';

interface TeamProps extends PartProps<BusEntry> {
  /** The teams that the player is known to have used, with their weeks. */
  readonly used: Readonly<Record<string, string>>;
  readonly rules: PoolRules;
  readonly isSecond?: boolean;
}

/** The state of a week's second team in the form of a first one. */
function secondOf(state: BusEntryState): BusEntryState {
  return { ...state, entry: state.second, setEntry: state.setSecond };
}

function Team({ held, games, state, used, rules, isSecond = false }: TeamProps) {
  const title = isSecond ? 'Second team' : 'Team';
  const [isAnother, setAnother] = useState(false);
  const chosen = state.entry === undefined ? held.entry : state.entry;
  const value = chosen && 'team' in chosen ? `${chosen.gid} ${chosen.team}` : NO_TEAM;
  const teams = games.filter(gameCounts).flatMap((game) =>
    [game.away, game.home].map((team): [string, string] => {
      const usedIn = used[team];
      const text = `${team} (${gameName(game)})`;
      return [`${game.gid} ${team}`, usedIn === undefined ? text : `${text}, used ${usesText(usedIn, rules)}`];
    }),
  );
  const choose = (text: string) => {
    const at = text.lastIndexOf(' ');
    state.setEntry(text === NO_TEAM ? null : { gid: text.slice(0, at), team: text.slice(at + 1) });
  };
  const text = heldText(held.hasEntry, held.entry !== null, 'until its game is locked');
  if (isHidden(held, state) && !isAnother) {
    return (
      <EntryPart title={title} text={text} {...held}>
        <div className="grid gap-2 sm:grid-cols-2">
          <Button tone="plain" onClick={() => setAnother(true)}>
            Enter another team
          </Button>
          <Button tone="plain" onClick={() => state.setEntry(null)}>
            Take it back
          </Button>
        </div>
      </EntryPart>
    );
  }
  if (held.hasEntry && held.entry === null && state.entry === null) {
    return (
      <EntryPart title={title} text="Taken back once you save" {...held}>
        {null}
      </EntryPart>
    );
  }
  return (
    <EntryPart title={title} text={text} {...held}>
      <SelectField
        label={isSecond ? 'Second team of the week' : 'Team of the week'}
        value={value}
        options={[[NO_TEAM, 'No team'], ...teams]}
        onChange={choose}
      />
    </EntryPart>
  );
}

function Guess({ held, games, state }: PartProps<BusGuess>) {
  const game = games.find(({ gid }) => gid === held.gid);
  const text = state.guess?.text ?? (held.guess === null ? '' : String(held.guess));
  const isWrong = Number(text) > MAX_GUESS;
  return (
    <EntryPart
      title="Tiebreak"
      text={held.hasGuess ? heldText(true, held.guess !== null, 'until its game is locked') : 'Nothing entered here'}
      isBus={held.isBus}
      refusal={held.refusal}
    >
      <TextField
        label={`Total points of ${game ? gameName(game) : 'the last game'}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(MAX_GUESS).length}
        value={text}
        error={isWrong ? `A whole number from 0 to ${MAX_GUESS}` : null}
        onChange={(event) => state.setGuess({ gid: held.gid, text: event.target.value.replaceAll(/\D/g, '') })}
      />
    </EntryPart>
  );
}

interface HeldPartProps {
  readonly title: string;
  readonly text: string;
  readonly isBus: boolean;
  readonly refusal: string | null;
  readonly children: ReactNode;
}

function EntryPart({ title, text, isBus, refusal, children }: HeldPartProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="font-display text-lg font-medium">{title}</legend>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <span>{text}</span>
        {isBus && <Badge tone="warn">Entered</Badge>}
      </p>
      {refusal === null ? children : <p className="text-sm text-ink">{refusal}</p>}
    </fieldset>
  );
}

function heldText(isThere: boolean, isVisible: boolean, until: string): string {
  if (!isThere) return 'Nothing entered yet';
  return isVisible ? 'As it stands' : `Made, sealed ${until}`;
}

function gameName({ away, home }: GameReply): string {
  return `${away} @ ${home}`;
}

interface BusPicksListProps {
  readonly week: PlayerWeek;
  readonly games: readonly GameReply[];
  readonly state: BusPicksState;
}

/** The games of a week, with the sides that may be entered for a player. */
function BusPicksList({ week, games, state }: BusPicksListProps) {
  const picks = useQuery(busPicksQuery(week));
  return (
    <Loaded query={picks} failure="Couldn't load picks" skeleton={<Skeleton className="h-96" />}>
      {(reply) => (
        <ul className="-mx-2 overflow-hidden rounded-lg">
          {games.map((game) => {
            const pick = reply.games.find(({ gid }) => gid === game.gid);
            if (pick === undefined) return null;
            const { gid } = game;
            const [change, refused] = [state.changes.get(gid), state.refusals.get(gid)];
            return (
              <BusPickRow key={gid} {...{ game, pick, change, refused }} onChange={(next) => state.change(gid, next)} />
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}

interface BusPickRowProps {
  readonly game: GameReply;
  readonly pick: BusPickGame;
  /** What is about to be entered; undefined for no change. */
  readonly change: PickChange | undefined;
  /** Why the last try was refused. */
  readonly refused: string | undefined;
  readonly onChange: (change: PickChange) => void;
}

/** One game: the player's pick, and what an admin may enter. */
function BusPickRow({ game, pick, change, refused, onChange }: BusPickRowProps) {
  const label = `${game.away} @ ${game.home}`;
  return (
    <li className="striped-row px-2 py-2.5">
      <div className="flex items-center justify-between gap-2 max-narrow:flex-wrap">
        <div className="min-w-0">
          <p className="font-display text-lg leading-6 font-medium">{label}</p>
          <p className="text-sm text-ink-soft">{gameState(game)}</p>
        </div>
        {pick.refusal === null && (
          <fieldset aria-label={label} className="flex gap-1.5 max-narrow:flex-wrap">
            <Choice
              text={game.away}
              chosen={change === 'away'}
              held={pick.side === 'away'}
              onChoose={() => onChange('away')}
            />
            <Choice
              text={game.home}
              chosen={change === 'home'}
              held={pick.side === 'home'}
              onChoose={() => onChange('home')}
            />
            {pick.hasPick && (
              <Choice text="Clear" chosen={change === null} held={false} onChoose={() => onChange(null)} />
            )}
          </fieldset>
        )}
      </div>
      <p className="mt-1 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        {(pick.refusal === null || pick.side !== null) && <span>{pickText(game, pick)}</span>}
        {pick.isBus && <Badge tone="warn">Bus pick</Badge>}
        {pick.refusal !== null && <span className="text-ink">{pick.refusal}</span>}
      </p>
      <div role="alert">
        {refused !== undefined && (
          <p className="mt-1 flex items-start gap-1.5 text-sm text-red">
            <Icon name="alert" className="size-5" />
            {refused}
          </p>
        )}
      </div>
    </li>
  );
}

interface ChoiceProps {
  readonly text: string;
  readonly chosen: boolean;
  /** Whether it is the player's current pick. */
  readonly held: boolean;
  readonly onChoose: () => void;
}

function Choice({ text, chosen, held, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={`half min-h-11 min-w-12 rounded-lg px-2 font-display font-medium ${held ? 'text-turf' : ''} shadow-[inset_0_0_0_1px_var(--line-strong)]`}
    >
      {text}
    </button>
  );
}

function gameState(game: GameReply): string {
  if (game.void) return game.void === 'postponed' ? 'Postponed' : 'Cancelled';
  if (game.status !== 'Not Started') return `${game.status} · ${game.awayScore}-${game.homeScore}`;
  const { day, time } = kickoffText(game);
  return `${day}, ${time}`;
}

function pickText(game: GameReply, { hasPick, side }: BusPickGame): string {
  if (!hasPick) return 'No pick';
  return side ? `Picked ${game[side]}` : 'Pick made, sealed until the game locks';
}

interface BusFootProps {
  readonly state: BusFormState;
  /** What the pool needs in the week. */
  readonly asks: { readonly entry: boolean; readonly picks: boolean };
  readonly rules: PoolRules;
  readonly games: readonly GameReply[];
}

/** The reason and the button, if anything of the week can be entered. */
function BusFoot({ state, asks, rules, games }: BusFootProps) {
  const { data: held } = useQuery({ ...busEntryQuery(state.week), enabled: asks.entry });
  const { data: sides } = useQuery({ ...busPicksQuery(state.week), enabled: asks.picks });
  const locked = useLockedGames(games);
  const { entry, picks, week } = state;
  const plays = held?.entry?.hasEntry || sides?.games.some(({ gid, hasPick }) => hasPick && locked.has(gid));
  const enters = entry.entry || [...picks.changes].some(([gid, side]) => side !== null && locked.has(gid));
  const startsToPlay = rules.weekly && locked.size > 0 && !plays && enters;
  const all = [held?.entry, held?.guess, ...((asks.picks && sides?.games) || [])];
  if (!all.some((each) => each?.refusal === null)) return null;
  return (
    <DialogFoot>
      <TextField
        label="Reason"
        name="reason"
        value={state.reason}
        maxLength={MAX_BUS_PICK_REASON}
        autoComplete="off"
        onChange={(event) => state.setReason(event.target.value)}
        error={state.lacksReason ? 'Say why, in a few words' : null}
        note="The player reads it."
      />
      {startsToPlay && (
        <p
          role="status"
          className="text-sm"
        >{`This enters ${state.name} in ${weekName(week.weekId)}, and the fee is due.`}</p>
      )}
      <Button type="submit" disabled={state.saving || !state.isDirty} className="mt-1 w-full">
        {state.saving ? 'Saving...' : saveText(state)}
      </Button>
    </DialogFoot>
  );
}

/** The games that are locked in the pool. */
function useLockedGames(games: readonly GameReply[]): ReadonlySet<string> {
  const gids = useClock((now) => JSON.stringify(games.filter((game) => isLocked(game, now)).map(({ gid }) => gid)));
  return new Set(JSON.parse(gids) as string[]);
}

function saveText({ entry: { entry, guess }, picks }: BusFormState): string {
  const isOrder = entry !== null && entry !== undefined && 'order' in entry;
  const count = picks.changes.size;
  const parts = [
    ...(entry === undefined ? [] : [isOrder ? 'Points' : 'Team']),
    ...(guess === undefined ? [] : ['Tiebreak']),
    ...(count === 0 ? [] : [count === 1 ? '1 Pick' : `${count} Picks`]),
  ];
  return `Save ${listText(parts)}`.trim();
}

/** Everything that is about to be entered for a player's week, under one reason. */
interface BusFormState {
  readonly week: PlayerWeek;
  /** The name of the entry. */
  readonly name: string;
  readonly entry: BusEntryState;
  readonly picks: BusPicksState;
  readonly reason: string;
  /** Whether saving was tried without a reason. */
  readonly lacksReason: boolean;
  readonly isDirty: boolean;
  readonly saving: boolean;
  readonly setReason: (reason: string) => void;
  readonly save: () => void;
}

/**
 * @param name of the player
 * @param onSaved called when everything was entered
 */
export function useBusForm(week: PlayerWeek, name: string, onSaved?: () => void): BusFormState {
  const toast = useToast();
  const entry = useBusEntry(week);
  const picks = useBusPicks(week);
  const [reason, setReason] = useState('');
  const [lacksReason, setLacksReason] = useState(false);
  const count = picks.changes.size;
  const isDirty = entry.isDirty || count > 0;
  useUnsavedChanges(isDirty);
  const saving = useMutation({
    mutationFn: async (why: string) => {
      const what = entry.isDirty ? 'Entered' : `${count} ${count === 1 ? 'pick' : 'picks'} changed`;
      const isEntered = !entry.isDirty || (await entry.send(why));
      const isPicked = await picks.send(why);
      return isEntered && isPicked ? what : null;
    },
    onSuccess: (what) => {
      if (what === null) return;
      toast({ type: 'success', title: 'Saved', message: `${what} for ${name}` });
      onSaved?.();
    },
  });
  return {
    week,
    name,
    entry,
    picks,
    reason,
    lacksReason,
    isDirty,
    saving: saving.isPending,
    setReason: (text) => {
      setReason(text);
      setLacksReason(false);
    },
    save: () => {
      if (saving.isPending || !isDirty) return;
      if (reason.trim() === '') setLacksReason(true);
      else saving.mutate(reason.trim());
    },
  };
}

/** A player's order or team of a week and their guess, as far as an admin may see them. */
function busEntryQuery({ poolId, weekId, entryId }: PlayerWeek) {
  return queryOptions({
    queryKey: ['admin', 'bus-entry', poolId, weekId, entryId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId/entry',
        { params: { poolId, weekId, entryId } },
        signal,
      ),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching what a player entered' },
  });
}

/** A guess as typed, and its game. */
interface TypedGuess {
  readonly gid: string;
  readonly text: string;
}

/** An order or the teams, and a guess, that an admin is about to enter for a player; undefined for no change. */
interface BusEntryState {
  readonly entry: WeekChoice | null | undefined;
  /** The second team of a week with two. */
  readonly second: WeekChoice | null | undefined;
  readonly guess: TypedGuess | undefined;
  readonly isDirty: boolean;
  /** Why the last try was refused. */
  readonly failure: string | null;
  readonly setEntry: (entry: WeekChoice | null) => void;
  readonly setSecond: (team: WeekChoice | null) => void;
  readonly setGuess: (guess: TypedGuess) => void;
  /** Resolves to whether everything was entered. */
  readonly send: (reason: string) => Promise<boolean>;
}

function useBusEntry(week: PlayerWeek): BusEntryState {
  const { poolId, weekId, entryId } = week;
  const client = useQueryClient();
  const [entry, setEntry] = useState<WeekChoice | null>();
  const [second, setSecond] = useState<WeekChoice | null>();
  const [guess, setGuess] = useState<TypedGuess>();
  const params = { poolId, weekId, entryId };
  const saving = useMutation({
    mutationFn: async (reason: string) => {
      const body = { reason };
      if (entry !== undefined) {
        await call('PUT /api/pools/:poolId/weeks/:weekId/entry/bus/:entryId', { params, body: { ...body, entry } });
        setEntry(undefined);
      }
      if (second !== undefined) {
        const secondBody = { ...body, entry: second, second: true } as const;
        await call('PUT /api/pools/:poolId/weeks/:weekId/entry/bus/:entryId', { params, body: secondBody });
        setSecond(undefined);
      }
      if (guess !== undefined) {
        const total = guess.text === '' ? null : Number(guess.text);
        const guessBody = { ...body, gid: guess.gid, guess: total };
        await call('PUT /api/pools/:poolId/weeks/:weekId/guess/bus/:entryId', { params, body: guessBody });
        setGuess(undefined);
      }
    },
    onError: (error) => console.error('Error entering a week for a player', error),
    onSettled: () => client.invalidateQueries({ queryKey: busEntryQuery(week).queryKey }),
  });
  const isDirty = entry !== undefined || second !== undefined || guess !== undefined;
  return {
    entry,
    second,
    guess,
    isDirty,
    failure: saving.error && failureText(saving.error),
    setEntry,
    setSecond,
    setGuess,
    send: (reason) =>
      saving.mutateAsync(reason).then(
        () => true,
        () => false,
      ),
  };
}

/** The week of an entry. */
interface PlayerWeek {
  readonly poolId: string;
  readonly weekId: string;
  readonly entryId: string;
}

/** The new pick of a game: a side, or null to clear it. */
type PickChange = Side | null;

export function busPicksQuery({ poolId, weekId, entryId }: PlayerWeek) {
  return queryOptions({
    queryKey: ['admin', 'bus', poolId, weekId, entryId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId', { params: { poolId, weekId, entryId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the picks of a player' },
  });
}

/** Picks that an admin is about to enter for a player. */
interface BusPicksState {
  /** By gid. */
  readonly changes: ReadonlyMap<string, PickChange>;
  /** Why a pick was refused, by gid. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Sets a change; the same change again removes it. */
  readonly change: (gid: string, change: PickChange) => void;
  /** Sends the changes one after the other; a refused one stays, with the reason. Resolves to whether all were saved. */
  readonly send: (reason: string) => Promise<boolean>;
}

function useBusPicks(week: PlayerWeek): BusPicksState {
  const client = useQueryClient();
  const { queryKey } = busPicksQuery(week);
  const [changes, setChanges] = useState<ReadonlyMap<string, PickChange>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());

  async function send(reason: string): Promise<boolean> {
    const refused = new Map<string, string>();
    for (const [gid, side] of changes) {
      try {
        const game = await enterPick(week, gid, side, reason);
        client.setQueryData(
          queryKey,
          (held) => held && { ...held, games: held.games.map((each) => newerPick(each, game)) },
        );
        setChanges((open) => without(open, gid));
      } catch (error) {
        console.error('Error entering a pick for a player', error);
        refused.set(gid, failureText(error));
      }
    }
    setRefusals(refused);
    if (refused.size > 0) void client.invalidateQueries({ queryKey });
    return refused.size === 0;
  }

  return {
    changes,
    refusals,
    change: (gid, change) => {
      setChanges((open) =>
        open.get(gid) === change && open.has(gid) ? without(open, gid) : new Map(open).set(gid, change),
      );
      setRefusals((shown) => without(shown, gid));
    },
    send,
  };
}

function enterPick(
  { poolId, entryId }: PlayerWeek,
  gid: string,
  side: PickChange,
  reason: string,
): Promise<BusPickGame> {
  const body = { side, reason };
  return call('PUT /api/pools/:poolId/picks/:gid/bus/:entryId', { params: { poolId, gid, entryId }, body });
}

function newerPick(held: BusPickGame, saved: BusPickGame): BusPickGame {
  return held.gid === saved.gid ? saved : held;
}

function without<T>(map: ReadonlyMap<string, T>, gid: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([key]) => key !== gid));
}
