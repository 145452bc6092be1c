import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnEntry } from '#contract/entries.ts';
import { slotIn } from '#contract/live.ts';
import type { OwnSlot } from '#contract/picks.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { isBestBet } from '#core/formats/pickem/points.ts';
import type { TeamSlot } from '#core/formats/survivor/survivor.ts';
import { teamSlots } from '#core/formats/survivor/survivor.ts';
import { isLocked, isPickable } from '#core/locks.ts';
import type { SlotPick, SlotWish } from '#core/pick.ts';
import { isSameWish, slotKey } from '#core/pick.ts';
import { pickProgress } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { gameOf, isTakenBack } from '#core/slots.ts';
import type { Game } from '#core/types.ts';
import { failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { shownPicks } from '#web/parts/picks/pick-context.tsx';
import { revisionOf, savePicks } from '#web/parts/picks/pick-sync.ts';
import { gamesQuery, ownPicksQuery } from '#web/parts/queries.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { BoardButton } from './board-button.tsx';

export interface CopyPicksProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  /** Those of the week. */
  readonly games: readonly GameReply[];
}

/** Copies the picks of a week from another of the viewer's entries to the chosen one. */
export function CopyPicks(props: CopyPicksProps) {
  const { entry } = useEntries();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <BoardButton onClick={() => setOpen(true)}>
        Copy<span className="max-md:sr-only"> picks</span>
      </BoardButton>
      {isOpen && entry && <CopyDialog {...props} target={entry} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CopyDialogProps extends CopyPicksProps {
  readonly target: OwnEntry;
  readonly onClose: () => void;
}

function CopyDialog({ pool, weekId, games, target, onClose }: CopyDialogProps) {
  const { entries } = useEntries();
  const now = useClock((time) => time);
  const [asks, setAsks] = useState<Offer | null>(null);
  const copying = useCopying({ poolId: pool.id, weekId, games, target, onClose });
  const week = { weekId, games, rules: pool.rules, tiebreakGid: pool.tiebreaks?.[weekId] };
  const offers = entries
    .filter(({ id }) => id !== target.id)
    .map((source) => ({ source, plan: copyPlan(week, source, target, now) }));
  const refusal = copying.error ? failureText(copying.error) : (copying.data?.join(' ') ?? null);
  if (asks) {
    return (
      <ConfirmDialog
        title={`Replace ${picksText(asks.plan.replaced)}?`}
        action="Replace"
        isPending={copying.isPending}
        refusal={null}
        onConfirm={() => copying.mutate(asks.plan.all, { onSettled: () => setAsks(null) })}
        onClose={() => setAsks(null)}
      >
        <p>
          The open picks of {target.name} that differ become those of {asks.source.name}, and empty ones are filled.
          Locked picks stay.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={`Copy picks to ${target.name}`} onClose={onClose}>
      <p className="mb-4 text-ink-soft">
        This fills what is open and empty in this week. Later changes are not copied.
      </p>
      <Refusal text={refusal} />
      <div className="grid gap-3">
        {offers.map((offer) => (
          <OfferButtons
            key={offer.source.id}
            offer={offer}
            isPending={copying.isPending}
            onFill={() => copying.mutate(offer.plan.fill)}
            onReplace={() => setAsks(offer)}
          />
        ))}
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** What can be copied from another entry. */
interface Offer {
  readonly source: OwnEntry;
  readonly plan: CopyPlan;
}

interface OfferButtonsProps {
  readonly offer: Offer;
  readonly isPending: boolean;
  readonly onFill: () => void;
  readonly onReplace: () => void;
}

function OfferButtons({ offer: { source, plan }, isPending, onFill, onReplace }: OfferButtonsProps) {
  const { fill, replaced } = plan;
  return (
    <div className="grid gap-1">
      <Button isPaused={isPending} disabled={fill.length === 0} onClick={onFill} className="min-w-0">
        <span className="truncate">Copy from {source.name}</span>
      </Button>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
        <p>{fill.length === 0 ? 'Nothing to fill' : `Fills ${picksText(fill.length)}`}</p>
        {replaced > 0 && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onReplace}
            className="min-h-11 font-display text-base font-medium text-blue"
          >
            Replace my {picksText(replaced)}
          </button>
        )}
      </div>
    </div>
  );
}

interface Copying {
  readonly poolId: string;
  readonly weekId: string;
  readonly games: readonly GameReply[];
  readonly target: OwnEntry;
  readonly onClose: () => void;
}

/** Copies picks, each based on the target's revision; the result names those that were refused. */
function useCopying({ poolId, weekId, games, target, onClose }: Copying) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async (wishes: readonly SlotWish[]) => {
      const based = wishes.map((wish) => ({ wish, basedOn: revisionOf(target, wish) }));
      const answers = await savePicks(client, { poolId, entryId: target.id }, based);
      return answers.flatMap((answer, at) => {
        const wish = wishes[at];
        return answer.saved || wish === undefined ? [] : [`Not copied: ${wishName(wish, games)}: ${answer.message}`];
      });
    },
    onSuccess: (refused, wishes) => {
      toast({ type: 'default', title: `${picksText(wishes.length - refused.length)} copied`, message: '' });
      if (refused.length === 0) return onClose();
      void client.invalidateQueries({ queryKey: ownPicksQuery(poolId).queryKey });
      void client.invalidateQueries({ queryKey: gamesQuery(poolId, weekId).queryKey });
    },
    onError: (error) => console.error('Error copying picks', error),
  });
}

function wishName(wish: SlotWish, games: readonly GameReply[]): string {
  switch (wish.kind) {
    case 'pick': {
      const game = games.find(({ gid }) => gid === wish.about);
      return `${game?.away} @ ${game?.home}`;
    }
    case 'guess':
      return 'the tiebreak guess';
    case 'order':
      return 'the order';
    case 'team':
      return wish.value?.team ?? 'the team';
  }
}

function picksText(count: number): string {
  return count === 1 ? '1 pick' : `${count} picks`;
}

/** The parts of a week that copying needs. */
export interface CopyWeek {
  readonly weekId: string;
  /** All of the week, with the pool's locks. */
  readonly games: readonly Pick<Game, 'gid' | 'weekId' | 'lockAt' | 'void'>[];
  readonly rules: PoolRules;
  readonly tiebreakGid: string | undefined;
}

type Entered = Pick<OwnEntry, 'picks'>;

interface CopyPlan {
  /** Picks for what is open and empty. */
  readonly fill: readonly SlotWish[];
  /** Picks that make everything open equal to the source, in an order that respects the limits of the week. */
  readonly all: readonly SlotWish[];
  /** How many of these replace a pick of the target. */
  readonly replaced: number;
}

/** The picks that copy a week from one entry to another. */
export function copyPlan(week: CopyWeek, source: Entered, target: Entered, now: number): CopyPlan {
  const whole = wholeWeek(week, source, target, now);
  const sides = sidePlan(week, source, target, now);
  return {
    fill: [...sides.fill, ...whole.fill],
    all: [...sides.takenBack, ...sides.changed, ...whole.fill, ...whole.changed],
    replaced: sides.replaced + whole.changed.length,
  };
}

function sidePlan({ games, rules }: CopyWeek, source: Entered, target: Entered, now: number) {
  const [from, to] = [shownPicks(source.picks), shownPicks(target.picks)];
  const isMarked = (gid: string) => to[gid] !== undefined && isBestBet(to[gid], rules);
  const marksOn = (marked: readonly { readonly gid: string }[]) => marked.filter(({ gid }) => isMarked(gid)).length;
  const open = games.filter((game) => isPickable(game, now));
  const wanted = open.flatMap(({ gid }): SlotWish<'pick'>[] => {
    const pick = from[gid];
    if (pick === undefined) return [];
    const best = rules.bestBets > 0 && { best: isBestBet(pick, rules) };
    return [{ kind: 'pick', about: gid, value: { side: pick.side, ...best } }];
  });
  const { made, total } = pickProgress(games, to, rules);
  const fill = wanted.filter(({ about }) => to[about] === undefined).slice(0, total - made);
  const changed = wanted.filter(
    ({ about, value }) => to[about]?.side !== value?.side || isMarked(about) !== (value?.best ?? false),
  );
  // If the week limits the number of picks, those that the source does not have make room.
  const isLimited = typeof rules.games === 'number';
  const takenBack = open
    .filter(({ gid }) => isLimited && to[gid] !== undefined && from[gid] === undefined)
    .map(({ gid }): SlotWish => ({ kind: 'pick', about: gid, value: null }));
  const locked = games.filter((game) => !isPickable(game, now));
  return {
    fill: withMarks(fill, rules.bestBets - marksOn(games)),
    takenBack,
    // A mark can only be set after it was removed elsewhere.
    changed: withMarks(changed, rules.bestBets - marksOn(locked)).toSorted(
      (a, b) => Number(a.value?.best ?? false) - Number(b.value?.best ?? false),
    ),
    replaced: takenBack.length + changed.filter(({ about }) => to[about] !== undefined).length,
  };
}

/** Picks with only as many best bets as the week still allows. */
function withMarks(picks: readonly SlotWish<'pick'>[], marks: number): SlotWish<'pick'>[] {
  const kept = picks.filter(({ value }) => value?.best).slice(0, Math.max(0, marks));
  return picks.map((pick) =>
    pick.value?.best && !kept.includes(pick) ? { ...pick, value: { ...pick.value, best: false } } : pick,
  );
}

/** The guess, and the order or the team. */
function wholeWeek(week: CopyWeek, source: Entered, target: Entered, now: number) {
  const wanted = weekChoices(week, inSlotsOf(target, source, week)).filter((choice) => isOpen(week, choice, now));
  const has = weekChoices(week, target);
  const placeOf = (wish: SlotWish) => has.find((each) => slotKey(each) === slotKey(wish));
  return {
    fill: wanted.filter((choice) => placeOf(choice) === undefined),
    changed: wanted.filter((choice) => {
      const before = placeOf(choice);
      return before !== undefined && isOpen(week, before, now) && !isSameWish(before, choice);
    }),
  };
}

/** A source whose two teams change places if a game is in different slots of source and target: the slots of a week have two games. */
function inSlotsOf(target: Entered, source: Entered, { weekId, rules }: CopyWeek): Entered {
  const [first = weekId, second] = teamSlots(weekId, rules);
  if (second === undefined) return source;
  const gidIn = (entry: Entered, slot: TeamSlot) => slotIn(entry, 'team', slot)?.value?.gid;
  const isAcross = (from: TeamSlot, to: TeamSlot) =>
    gidIn(source, from) !== undefined && gidIn(source, from) === gidIn(target, to);
  if (!isAcross(first, second) && !isAcross(second, first)) return source;
  const places = { [first]: second, [second]: first };
  const moved = Object.values(source.picks).map((pick) =>
    pick.kind === 'team' ? { ...pick, about: places[pick.about] ?? pick.about } : pick,
  );
  return { picks: Object.fromEntries(moved.map((pick) => [slotKey(pick), pick])) };
}

/** What an entry has for the week as a whole: the guess of its tiebreak game, its order, its teams. */
function weekChoices({ weekId, rules, tiebreakGid }: CopyWeek, entry: Entered): SlotWish[] {
  const guess = slotIn(entry, 'guess', weekId);
  const own = [
    ...(guess?.value?.gid === tiebreakGid ? [guess] : []),
    slotIn(entry, 'order', weekId),
    ...teamSlots(weekId, rules).map((slot) => slotIn(entry, 'team', slot)),
  ];
  return own.flatMap((pick) => (pick && !isTakenBack(pick) ? [wishLike(pick)] : []));
}

/** The wish for what another entry has. */
function wishLike({ kind, about, value }: OwnSlot): SlotWish {
  const { auto: _, ...wanted } = { auto: undefined, ...value };
  return { kind, about, value: wanted } as SlotWish;
}

function isOpen({ games }: CopyWeek, wish: SlotWish, now: number): boolean {
  if (wish.kind === 'order') return games.some((game) => isPickable(game, now));
  const gid = gameOf(wish as SlotPick);
  const game = games.find((each) => each.gid === gid);
  return game !== undefined && !isLocked(game, now);
}
