import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import type { EnteredReply, EntryPicksReply, EntrySlot } from '#contract/picks.ts';
import { MAX_BUS_PICK_REASON } from '#contract/picks.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { valuesOf } from '#core/formats/confidence/confidence.ts';
import { gameCounts } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { listText } from '#core/listed.ts';
import { isLocked } from '#core/locks.ts';
import type { Slot, SlotKind, SlotWish } from '#core/pick.ts';
import { isSameWish, slotKey } from '#core/pick.ts';
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
import { focusFirstFlaw, SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { sendPicks } from './picks/pick-sync.ts';
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
  const picks = useQuery(entryPicksQuery(week));
  const skeleton = <Skeleton className="h-96" />;
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={skeleton}>
      {(own) => (
        <Loaded query={games} failure="Couldn't load games" skeleton={skeleton}>
          {(loaded) =>
            loaded.length === 0 ? (
              <Notice icon="ball" title="No games found for this week." />
            ) : (
              <Loaded query={picks} failure="Couldn't load picks" skeleton={skeleton}>
                {({ slots }) => <BusFields state={state} pool={own} games={loaded} slots={slots} />}
              </Loaded>
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
  readonly slots: readonly EntrySlot[];
}

function BusFields({ state, pool, games, slots }: BusFieldsProps) {
  const { rules } = pool;
  const scale = scaleInPool(pool, state.week.weekId);

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const reason = event.currentTarget.querySelector<HTMLInputElement>('input[name="reason"]');
    if (state.isGuessTooHigh) focusFirstFlaw(event.currentTarget);
    else if (state.reason.trim() === '') reason?.focus();
    state.save();
  }

  const ofWeek = slots.filter(({ kind }) => kind !== 'pick');
  const ofGames = slots.filter((slot) => slot.kind === 'pick');
  return (
    <form onSubmit={save}>
      {ofWeek.length > 0 && (
        <div className="mb-5 grid gap-4">
          {ofWeek.map((slot) => (
            <WeekPart key={slotKey(slot)} {...{ slot, games, state, rules, scale }} />
          ))}
        </div>
      )}
      {ofGames.length > 0 && (
        <ul className="-mx-2 overflow-hidden rounded-lg">
          {games.map((game) => {
            const slot = ofGames.find(({ about }) => about === game.gid);
            return slot && <BusPickRow key={game.gid} {...{ game, slot, state }} />;
          })}
        </ul>
      )}
      <BusFoot {...{ state, slots, rules, games }} />
    </form>
  );
}

interface PartProps<K extends SlotKind> {
  readonly slot: EntrySlot<K>;
  readonly games: readonly GameReply[];
  readonly state: BusFormState;
}

interface WeekPartProps extends PartProps<SlotKind> {
  readonly rules: PoolRules;
  readonly scale: WeekScale;
}

/** What may be entered for a player besides sides: the points of a week or its teams, and the guess. */
function WeekPart({ slot, rules, scale, ...props }: WeekPartProps) {
  if (slot.kind === 'order') return <Points {...props} slot={slot} scale={scale} />;
  if (slot.kind === 'team') return <Team {...props} slot={slot} rules={rules} />;
  return slot.kind === 'guess' ? <Guess {...props} slot={slot} /> : null;
}

/** A value for each game. A game that takes the value of another swaps with it. */
function Points({ slot, games, state, scale }: PartProps<'order'> & { readonly scale: WeekScale }) {
  const { kind, about } = slot;
  const order = wishFor(state, kind, about)?.value.order ?? slot.value?.order ?? [];
  const values = [...valuesOf(games, order, scale)].toSorted(([, a], [, b]) => b - a);
  const lowestFirst = values.toReversed().map(([gid]) => gid);
  const enter = (entered: readonly string[]) => state.enter({ kind, about, value: { order: entered } });
  const give = (gid: string, to: string) =>
    enter(lowestFirst.map((each) => (each === gid ? to : each === to ? gid : each)));
  const options = games.filter(gameCounts).map((game): [string, string] => [game.gid, gameName(game)]);
  const text = heldText(slot, 'until the week is locked');
  if (isHidden(slot, state)) {
    return (
      <EntryPart title="Points" text={text} {...{ slot, state }}>
        <p className="text-sm text-ink">What was entered can't be shown. Entering points again replaces all of it.</p>
        <Button tone="plain" onClick={() => enter(lowestFirst)}>
          Enter all points again
        </Button>
      </EntryPart>
    );
  }
  return (
    <EntryPart title="Points" text={text} {...{ slot, state }}>
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

/** Whether something is stored that only the player may see, and nothing else is being entered. */
function isHidden(slot: EntrySlot, state: BusFormState): boolean {
  return slot.isSealed && !state.wishes.has(slotKey(slot));
}

const NO_TEAM = '';

function Team({ slot, games, state, rules }: PartProps<'team'> & { readonly rules: PoolRules }) {
  const { kind, about, used = {} } = slot;
  const isSecond = about !== state.week.weekId;
  const title = isSecond ? 'Second team' : 'Team';
  const [isAnother, setAnother] = useState(false);
  const wish = wishFor(state, kind, about);
  const chosen = wish === undefined ? slot.value : wish.value;
  const teams = games.filter(gameCounts).flatMap((game) =>
    [game.away, game.home].map((team): [string, string] => {
      const usedIn = used[team];
      const text = `${team} (${gameName(game)})`;
      return [`${game.gid} ${team}`, usedIn === undefined ? text : `${text}, used ${usesText(usedIn, rules)}`];
    }),
  );
  const choose = (text: string) => {
    const at = text.lastIndexOf(' ');
    const value = text === NO_TEAM ? null : { gid: text.slice(0, at), team: text.slice(at + 1) };
    state.enter({ kind, about, value });
  };
  const text = heldText(slot, 'until its game is locked');
  if (isHidden(slot, state) && !isAnother) {
    return (
      <EntryPart title={title} text={text} {...{ slot, state }}>
        <div className="grid gap-2 sm:grid-cols-2">
          <Button tone="plain" onClick={() => setAnother(true)}>
            Enter another team
          </Button>
          <Button tone="plain" onClick={() => choose(NO_TEAM)}>
            Take it back
          </Button>
        </div>
      </EntryPart>
    );
  }
  if (slot.isSealed && wish?.value === null) {
    return (
      <EntryPart title={title} text="Taken back once you save" {...{ slot, state }}>
        {null}
      </EntryPart>
    );
  }
  return (
    <EntryPart title={title} text={text} {...{ slot, state }}>
      <SelectField
        label={isSecond ? 'Second team of the week' : 'Team of the week'}
        value={chosen === null ? NO_TEAM : `${chosen.gid} ${chosen.team}`}
        options={[[NO_TEAM, 'No team'], ...teams]}
        onChange={choose}
      />
    </EntryPart>
  );
}

function Guess({ slot, games, state }: PartProps<'guess'>) {
  const { kind, about } = slot;
  const pool = useQuery(poolQuery(state.week.poolId)).data;
  const game = games.find(({ gid }) => gid === pool?.tiebreaks?.[about]);
  const total = (wishFor(state, kind, about) ?? slot).value?.total ?? null;
  const isThere = slot.isSealed || slot.value?.total != null;
  if (game === undefined) return null;
  const enter = (text: string) =>
    state.enter({ kind, about, value: { gid: game.gid, total: text === '' ? null : Number(text) } });
  return (
    <EntryPart
      title="Tiebreak"
      text={isThere ? heldText(slot, 'until its game is locked') : 'Nothing entered here'}
      {...{ slot, state }}
    >
      <TextField
        label={`Total points of ${gameName(game)}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(MAX_GUESS).length}
        value={total === null ? '' : String(total)}
        error={state.isGuessTooHigh ? `A whole number from 0 to ${MAX_GUESS}` : null}
        onChange={(event) => enter(event.target.value.replaceAll(/\D/g, ''))}
      />
    </EntryPart>
  );
}

interface EntryPartProps {
  readonly title: string;
  readonly text: string;
  readonly slot: EntrySlot;
  readonly state: BusFormState;
  readonly children: ReactNode;
}

function EntryPart({ title, text, slot, state, children }: EntryPartProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="font-display text-lg font-medium">{title}</legend>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <span>{text}</span>
        {slot.isEntered && <Badge tone="warn">Entered</Badge>}
      </p>
      {slot.refusal === null ? children : <p className="text-sm text-ink">{slot.refusal}</p>}
      <p role="alert" className="text-sm text-red empty:hidden">
        {state.refusals.get(slotKey(slot))}
      </p>
    </fieldset>
  );
}

function heldText({ value, isSealed }: EntrySlot, until: string): string {
  if (isSealed) return `Made, sealed ${until}`;
  return value === null ? 'Nothing entered yet' : 'As it stands';
}

function gameName({ away, home }: GameReply): string {
  return `${away} @ ${home}`;
}

interface BusPickRowProps {
  readonly game: GameReply;
  readonly slot: EntrySlot<'pick'>;
  readonly state: BusFormState;
}

/** One game: the player's pick, and what an admin may enter. */
function BusPickRow({ game, slot, state }: BusPickRowProps) {
  const { kind, about, refusal } = slot;
  const wish = wishFor(state, kind, about);
  const refused = state.refusals.get(slotKey(slot));
  const side = slot.value?.side ?? null;
  const hasPick = slot.isSealed || side !== null;
  const label = gameName(game);
  const choice = (of: Side) => (
    <Choice
      text={game[of]}
      chosen={wish?.value?.side === of}
      held={side === of}
      onChoose={() => state.toggle({ kind, about, value: { side: of } })}
    />
  );
  return (
    <li className="striped-row px-2 py-2.5">
      <div className="flex items-center justify-between gap-2 max-narrow:flex-wrap">
        <div className="min-w-0">
          <p className="font-display text-lg leading-6 font-medium">{label}</p>
          <p className="text-sm text-ink-soft">{gameState(game)}</p>
        </div>
        {refusal === null && (
          <fieldset aria-label={label} className="flex gap-1.5 max-narrow:flex-wrap">
            {choice('away')}
            {choice('home')}
            {hasPick && (
              <Choice
                text="Clear"
                chosen={wish?.value === null}
                held={false}
                onChoose={() => state.toggle({ kind, about, value: null })}
              />
            )}
          </fieldset>
        )}
      </div>
      <p className="mt-1 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        {(refusal === null || side !== null) && <span>{pickText(game, hasPick, side)}</span>}
        {slot.isEntered && <Badge tone="warn">Bus pick</Badge>}
        {refusal !== null && <span className="text-ink">{refusal}</span>}
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

function pickText(game: GameReply, hasPick: boolean, side: Side | null): string {
  if (!hasPick) return 'No pick';
  return side ? `Picked ${game[side]}` : 'Pick made, sealed until the game locks';
}

interface BusFootProps {
  readonly state: BusFormState;
  readonly slots: readonly EntrySlot[];
  readonly rules: PoolRules;
  readonly games: readonly GameReply[];
}

/** The reason and the button, if anything of the week can be entered. */
function BusFoot({ state, slots, rules, games }: BusFootProps) {
  const locked = useLockedGames(games);
  const { wishes, week } = state;
  const counts = ({ kind, about }: Slot) => kind === 'order' || (kind === 'pick' && locked.has(about));
  const plays = slots.some((slot) => counts(slot) && (slot.isSealed || slot.value !== null));
  const enters = [...wishes.values()].some((wish) => counts(wish) && wish.value !== null);
  const startsToPlay = rules.weekly && locked.size > 0 && !plays && enters;
  if (!slots.some(({ refusal }) => refusal === null)) return null;
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
      {state.failure !== null && (
        <p role="alert" className="text-sm text-red">
          {state.failure}
        </p>
      )}
      <Button type="submit" disabled={state.saving || wishes.size === 0} className="mt-1 w-full">
        {state.saving ? 'Saving...' : saveText(wishes)}
      </Button>
    </DialogFoot>
  );
}

/** The games that are locked in the pool. */
function useLockedGames(games: readonly GameReply[]): ReadonlySet<string> {
  const gids = useClock((now) => JSON.stringify(games.filter((game) => isLocked(game, now)).map(({ gid }) => gid)));
  return new Set(JSON.parse(gids) as string[]);
}

const partNames = { order: 'Points', team: 'Team', guess: 'Tiebreak' } as const;

function saveText(wishes: BusFormState['wishes']): string {
  const kinds = [...wishes.values()].map(({ kind }) => kind);
  const count = kinds.filter((kind) => kind === 'pick').length;
  const parts = (['order', 'team', 'guess'] as const).filter((kind) => kinds.includes(kind));
  const picks = count === 0 ? [] : [picksText(count)];
  return `Save ${listText([...parts.map((kind) => partNames[kind]), ...picks])}`.trim();
}

function picksText(count: number): string {
  return count === 1 ? '1 Pick' : `${count} Picks`;
}

/** The week of an entry. */
interface PlayerWeek {
  readonly poolId: string;
  readonly weekId: string;
  readonly entryId: string;
}

/** The picks of an entry in a week, as far as an admin may see them. */
export function entryPicksQuery({ weekId, entryId }: PlayerWeek) {
  return queryOptions({
    queryKey: ['admin', 'entry-picks', entryId, weekId],
    queryFn: ({ signal }) =>
      call('GET /api/entries/:entryId/picks', { params: { entryId }, query: { week: weekId } }, signal),
    refetchOnMount: 'always',
    meta: { failure: 'Error fetching the picks of a player' },
  });
}

/** Everything that is about to be entered for a player's week, under one reason. */
interface BusFormState {
  readonly week: PlayerWeek;
  /** The name of the entry. */
  readonly name: string;
  /** By `slotKey`. */
  readonly wishes: ReadonlyMap<string, SlotWish>;
  /** Why a wish was refused, by `slotKey`. */
  readonly refusals: ReadonlyMap<string, string>;
  /** Why the last try failed as a whole. */
  readonly failure: string | null;
  readonly reason: string;
  /** Whether saving was tried without a reason. */
  readonly lacksReason: boolean;
  /** Nothing is saved until the guess is corrected. */
  readonly isGuessTooHigh: boolean;
  readonly isDirty: boolean;
  readonly saving: boolean;
  readonly enter: (wish: SlotWish) => void;
  /** Like `enter`; the same wish again drops it. */
  readonly toggle: (wish: SlotWish) => void;
  readonly setReason: (reason: string) => void;
  readonly save: () => void;
}

function wishFor<K extends SlotKind>({ wishes }: BusFormState, kind: K, about: string): SlotWish<K> | undefined {
  return wishes.get(slotKey({ kind, about })) as SlotWish<K> | undefined;
}

/**
 * @param name of the player
 * @param onSaved called when everything was entered
 */
export function useBusForm(week: PlayerWeek, name: string, onSaved?: () => void): BusFormState {
  const client = useQueryClient();
  const toast = useToast();
  const [asked, setAsked] = useState<ReadonlyMap<string, SlotWish>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [reason, setReason] = useState('');
  const [lacksReason, setLacksReason] = useState(false);
  const query = entryPicksQuery(week);
  const { queryKey } = query;
  const wishes = openWishes(asked, useQuery(query).data?.slots);
  const isDirty = wishes.size > 0;
  useUnsavedChanges(isDirty);
  const isGuessTooHigh = [...wishes.values()].some(
    ({ kind, value }) => kind === 'guess' && Number(value.total) > MAX_GUESS,
  );
  const saving = useMutation({
    mutationFn: async (why: string) => {
      const sent = [...wishes.values()];
      const answers = (await sendPicks(week.entryId, { picks: sent, reason: why })) as EnteredReply[];
      return sent.map((wish, at) => [wish, answers[at]] as const);
    },
    onSuccess: (answers) => {
      const saved = answers.flatMap(([, answer]) => (answer?.saved ? [answer.pick] : []));
      const refused = answers.flatMap(([wish, answer]) =>
        answer?.saved === false ? [[slotKey(wish), answer.message] as const] : [],
      );
      client.setQueryData(queryKey, (held) => held && withSlots(held, saved));
      const isSaved = (wish: SlotWish) => answers.some(([sent, answer]) => answer?.saved && isSameWish(sent, wish));
      setAsked((before) => new Map([...before].filter(([, wish]) => !isSaved(wish))));
      setRefusals(new Map(refused));
      if (refused.length > 0) return void client.invalidateQueries({ queryKey });
      const ofWeek = saved.some(({ kind }) => kind !== 'pick');
      const what = ofWeek ? 'Entered' : `${picksText(saved.length).toLowerCase()} saved`;
      toast({ type: 'success', title: 'Saved', message: `${what} for ${name}` });
      onSaved?.();
    },
    onError: (error) => {
      console.error('Error entering picks for a player', error);
      void client.invalidateQueries({ queryKey });
    },
  });
  const put = (wish: SlotWish, isDropped: boolean) => {
    const { [slotKey(wish)]: _, ...others } = Object.fromEntries(wishes);
    setAsked(new Map(Object.entries(isDropped ? others : { ...others, [slotKey(wish)]: wish })));
    // A refusal of a wish that was dropped goes, too.
    setRefusals((shown) => new Map([...shown].filter(([key]) => key !== slotKey(wish) && wishes.has(key))));
    // While saving, a reset would allow saving twice.
    if (saving.isError) saving.reset();
  };
  return {
    week,
    name,
    wishes,
    refusals,
    failure: saving.error && failureText(saving.error),
    reason,
    lacksReason,
    isGuessTooHigh,
    isDirty,
    saving: saving.isPending,
    enter: (wish) => put(wish, false),
    toggle: (wish) => {
      const before = wishes.get(slotKey(wish));
      put(wish, before !== undefined && isSameWish(before, wish));
    },
    setReason: (text) => {
      setReason(text);
      setLacksReason(false);
    },
    save: () => {
      if (saving.isPending || !isDirty || isGuessTooHigh) return;
      if (reason.trim() === '') setLacksReason(true);
      else saving.mutate(reason.trim());
    },
  };
}

/** The wishes that can still be entered. @param slots as last read */
function openWishes(wishes: BusFormState['wishes'], slots: readonly EntrySlot[] = []): BusFormState['wishes'] {
  const closed = new Set(slots.filter(({ refusal }) => refusal !== null).map(slotKey));
  return new Map([...wishes].filter(([key]) => !closed.has(key)));
}

function withSlots(held: EntryPicksReply, saved: readonly EntrySlot[]): EntryPicksReply {
  const byKey = new Map(saved.map((slot) => [slotKey(slot), slot]));
  return { ...held, slots: held.slots.map((slot) => byKey.get(slotKey(slot)) ?? slot) };
}
