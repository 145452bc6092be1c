import type { OwnEntry } from '#contract/entries.ts';
import type { WeekChoice } from '#contract/picks.ts';
import type { Choice, ChoiceOf } from '#core/choice.ts';
import { isSameChoice } from '#core/choice.ts';
import { isLocked, isPickable } from '#core/locks.ts';
import { isBestBet, pickProgress } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game } from '#core/types.ts';
import { shownPicks } from '#web/parts/picks/pick-context.tsx';

/** A week of a pool as far as copying looks at it. */
export interface CopyWeek {
  readonly weekId: string;
  /** All of the week, with the pool's locks. */
  readonly games: readonly Pick<Game, 'gid' | 'weekId' | 'lockAt' | 'void'>[];
  readonly rules: PoolRules;
  readonly tiebreakGid: string | undefined;
}

type Entered = Pick<OwnEntry, 'picks' | 'guesses' | 'weeks'>;

export interface CopyPlan {
  /** For what is open and empty. */
  readonly fill: readonly Choice[];
  /** Makes everything that is open as the source has it, in an order in which limits of the week hold. */
  readonly all: readonly Choice[];
  /** How many of these are in place of something that the target has. */
  readonly replaced: number;
}

/** What copying a week of one entry to another one picks. */
export function copyPlan(week: CopyWeek, source: Entered, target: Entered, now: number): CopyPlan {
  const whole = wholeWeek(week, source, target, now);
  const sides = sidesOf(week, source, target, now);
  return {
    fill: [...sides.fill, ...whole.fill],
    all: [...sides.takenBack, ...sides.changed, ...whole.fill, ...whole.changed],
    replaced: sides.replaced + whole.changed.length,
  };
}

function sidesOf({ games, rules }: CopyWeek, source: Entered, target: Entered, now: number) {
  const [from, to] = [shownPicks(source.picks), shownPicks(target.picks)];
  const isMarked = (gid: string) => to[gid] !== undefined && isBestBet(to[gid], rules);
  const marksOn = (marked: readonly { readonly gid: string }[]) => marked.filter(({ gid }) => isMarked(gid)).length;
  const open = games.filter((game) => isPickable(game, now));
  const wanted = open.flatMap(({ gid }): ChoiceOf<'pick'>[] => {
    const pick = from[gid];
    if (pick === undefined) return [];
    return [{ kind: 'pick', gid, side: pick.side, ...(rules.bestBets > 0 && { best: isBestBet(pick, rules) }) }];
  });
  const { made, total } = pickProgress(games, to, rules);
  const fill = wanted.filter(({ gid }) => to[gid] === undefined).slice(0, total - made);
  const changed = wanted.filter(({ gid, side, best = false }) => to[gid]?.side !== side || isMarked(gid) !== best);
  // Where a week takes only so many picks, those that the source does not have make room.
  const isLimited = typeof rules.games === 'number';
  const takenBack = open
    .filter(({ gid }) => isLimited && to[gid] !== undefined && from[gid] === undefined)
    .map(({ gid }): Choice => ({ kind: 'pick', gid, side: null }));
  const locked = games.filter((game) => !isPickable(game, now));
  return {
    fill: withMarks(fill, rules.bestBets - marksOn(games)),
    takenBack,
    // A mark moves only after it is taken away.
    changed: withMarks(changed, rules.bestBets - marksOn(locked)).toSorted(
      (a, b) => Number(a.best ?? false) - Number(b.best ?? false),
    ),
    replaced: takenBack.length + changed.filter(({ gid }) => to[gid] !== undefined).length,
  };
}

/** Picks with so many of their marks as the week still takes. */
function withMarks(picks: readonly ChoiceOf<'pick'>[], marks: number): ChoiceOf<'pick'>[] {
  const kept = picks.filter(({ best }) => best).slice(0, Math.max(0, marks));
  return picks.map((pick) => (pick.best && !kept.includes(pick) ? { ...pick, best: false } : pick));
}

/** The guess, and the order or the team. */
function wholeWeek(week: CopyWeek, source: Entered, target: Entered, now: number) {
  const wanted = ofWeek(week, source).filter((choice) => isOpen(week, choice, now));
  const has = ofWeek(week, target);
  const placeOf = (choice: Choice) => has.find(({ kind }) => kind === choice.kind);
  return {
    fill: wanted.filter((choice) => placeOf(choice) === undefined),
    changed: wanted.filter((choice) => {
      const before = placeOf(choice);
      return before !== undefined && isOpen(week, before, now) && !isSameChoice(before, choice);
    }),
  };
}

function ofWeek({ weekId, tiebreakGid }: CopyWeek, { guesses, weeks }: Entered): Choice[] {
  const guess = guesses[weekId];
  const chosen = weeks[weekId]?.entry;
  const isGuess = guess !== undefined && guess.guess !== null && guess.gid === tiebreakGid;
  return [
    ...(isGuess ? [{ kind: 'guess' as const, weekId, gid: guess.gid, total: guess.guess }] : []),
    ...(chosen ? [choiceOf(weekId, chosen)] : []),
  ];
}

function choiceOf(weekId: string, chosen: WeekChoice): Choice {
  return 'order' in chosen ? { kind: 'order', weekId, order: chosen.order } : { kind: 'team', weekId, team: chosen };
}

function isOpen({ games }: CopyWeek, choice: Choice, now: number): boolean {
  if (choice.kind === 'order') return games.some((game) => isPickable(game, now));
  const gid = choice.kind === 'team' ? choice.team?.gid : choice.gid;
  const game = games.find((each) => each.gid === gid);
  return game !== undefined && !isLocked(game, now);
}
