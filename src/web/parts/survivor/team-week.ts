import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { LifeRules } from '#core/formats/survivor/cost.ts';
import { costWords } from '#core/formats/survivor/cost.ts';
import type { EndRules } from '#core/formats/survivor/ends.ts';
import { costlyEndsText } from '#core/formats/survivor/ends.ts';
import type { SurvivorResult, TeamChoice, UseRules } from '#core/formats/survivor/survivor.ts';
import { teamSlot, teamSlots } from '#core/formats/survivor/survivor.ts';
import type { WeekHolder, WeekStage } from '#core/formats/survivor/week.ts';
import { isOutBefore } from '#core/formats/survivor/week.ts';
import { isLocked } from '#core/locks.ts';
import { mayDefault } from '#core/missed-limit.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import { useClock } from '#web/lib/clock.ts';
import { useEntries, useOwnWeek } from '#web/parts/entries.tsx';
import type { ShownWeekChoice } from '#web/parts/picks/pick-context.tsx';
import { useOwnWeekChoice, usePickSaving } from '#web/parts/picks/pick-context.tsx';
import { standingsQuery } from '#web/parts/queries.ts';
import type { BuyBackOffer } from './buy-back-offer.ts';
import { useBuyBackOffer } from './buy-back-offer.ts';
import type { LiveScore } from './live-score.ts';
import { isSafeNow, liveScoreOf } from './live-score.ts';
import { usesText } from './rule-texts.ts';
import type { Win } from './win.ts';
import { winOf } from './win.ts';

/** A week of a survivor pool as its player has it: the team as last tapped, and the state of its saving. */
export interface TeamWeek extends Omit<ShownWeekChoice<'team'>, 'choice' | 'stored' | 'pick'> {
  /** Whether it is the second team of the week. */
  readonly isSecond: boolean;
  /** Whether the first team of the entry's list that it can still choose takes the place of a missing one: not beyond the limit of auto picks. */
  readonly hasList: boolean;
  readonly holder: WeekHolder;
  /** The result of the team in the standings; undefined until it is known. */
  readonly result: SurvivorResult | undefined;
  /** Null if the player has not won the pool. */
  readonly win: Win | null;
  /** How the team is doing while its game runs. */
  readonly live: LiveScore | null;
  /** The number of lives left; undefined until it is known. */
  readonly lives: number | undefined;
  /** What can be done now about having gone out. */
  readonly offer: BuyBackOffer | null;
  /** The weeks after which the entry was bought back. */
  readonly boughtBack: readonly string[];
  /** The last tap is confirmed. */
  readonly isSaved: boolean;
  /** Chooses a team; null clears it. */
  readonly choose: (team: TeamChoice | null) => void;
}

/** The teams of a week: one, or two from the week of the rules on. @param games of the week, with the pool's locks */
export function useTeamWeeks(
  pool: Pick<PoolReply, 'id' | 'rules'>,
  weekId: string,
  games: readonly GameReply[],
): readonly [TeamWeek, ...TeamWeek[]] {
  const [first, second] = [useTeamWeek(pool, weekId, games), useTeamWeek(pool, weekId, games, true)];
  if (teamSlots(weekId, pool.rules).length === 1) return [first];
  return [withOther(first, second), withOther(second, first)];
}

function withOther(own: TeamWeek, other: TeamWeek): TeamWeek {
  return { ...own, holder: { ...own.holder, other: other.holder.choice } };
}

function useTeamWeek(
  { id: poolId, rules }: Pick<PoolReply, 'id' | 'rules'>,
  weekId: string,
  games: readonly GameReply[],
  isSecond = false,
): TeamWeek {
  const slot = teamSlot(weekId, isSecond);
  const { choice, stored, pick, ...saving } = useOwnWeekChoice(poolId, weekId, 'team', slot);
  const { saved } = usePickSaving(poolId, weekId);
  const { data: own } = useOwnWeek(poolId, weekId, slot);
  const { data: standings } = useQuery(standingsQuery(poolId));
  const { entry } = useEntries();
  const entryId = entry?.id;
  const hasList =
    rules.missed === 'own' && entry?.default != null && mayDefault(weekId, new Set(entry.defaultWeeks), rules);
  const shownGame = games.find(({ gid }) => gid === choice?.value?.gid);
  // A tap that has not arrived by the lock of its game does not count.
  const isLate = useClock((now) => saving.isSending && shownGame !== undefined && isLocked(shownGame, now));
  const team = (isLate ? stored : choice)?.value ?? null;
  const survival = standings?.rows.find(({ id }) => id === entryId)?.survival;
  // When a game ends, the standings may be known first.
  const outWeekId = (survival ?? own)?.outWeekId ?? null;
  const holder = useMemo<WeekHolder>(
    () => ({
      choice: team,
      used: new Map(Object.entries(own?.used ?? {})),
      outWeekId,
      hasSecondChance: own?.hasSecondChance ?? false,
    }),
    [team, own, outWeekId],
  );
  const week = survival?.weeks[standings?.weeks.indexOf(weekId) ?? -1];
  const { result } = (isSecond ? week?.second : week) ?? {};
  const game = games.find(({ gid }) => gid === holder.choice?.gid);
  const live = holder.choice && game ? liveScoreOf(game, holder.choice.team) : null;
  const offer = useBuyBackOffer(survival, standings, weekId, games);
  const win = standings && entryId !== undefined ? winOf(standings, entryId) : null;
  const choose: TeamWeek['choose'] = (wanted) => pick({ kind: 'team', about: slot, value: wanted });
  const { lives, boughtBack = noWeeks } = survival ?? {};
  return { ...saving, isSecond, hasList, holder, result, win, live, lives, offer, boughtBack, isSaved: saved, choose };
}

const noWeeks: readonly string[] = [];

/** What a week needs from a player, or how it ended, in a headline and a sentence. */
export interface StageText {
  readonly title: string;
  readonly note: string;
  /** The color of the headline: green if all is well, red if something is needed or lost. */
  readonly look: string;
}

/** The facts that the texts of a week depend on, besides its stage. */
export interface StageFacts {
  /** Whether it is the second team of the week. */
  readonly isSecond?: boolean;
  /** Whether the entry's list takes the place of a missing team. */
  readonly hasList?: boolean;
  readonly holder: WeekHolder;
  /** The result of the week in the standings, as far as it is known. */
  readonly result: SurvivorResult | undefined;
  readonly win: Win | null;
  /** How the team is doing while its game runs. */
  readonly live: LiveScore | null;
  /** What can be done now about having gone out; null or left out if nothing can. */
  readonly offer?: BuyBackOffer | null;
  /** The weeks after which the entry was bought back. */
  readonly boughtBack?: readonly string[];
  /** Of the pool; a rule that is left out has its default. */
  readonly rules?: EndRules & LifeRules & UseRules & Partial<Pick<PoolRules, 'buyBackBy'>>;
}

const [GREEN, RED] = ['text-led-green', 'text-led-red'];

/** The texts for the stage of a week of a survivor pool. */
export function stageText(stage: WeekStage, weekId: string, facts: StageFacts): StageText {
  const { rules = {} } = facts;
  const { choice, outWeekId } = facts.holder;
  const team = choice?.team ?? '';
  const isOut = isOutBefore(outWeekId, weekId);
  const isAsked = stage === 'choose' || stage === 'replace';
  if (facts.win !== null && (stage === 'out' || isAsked)) return wonText(facts.win, outWeekId);
  if (facts.result === 'out' && !isOut && !isAsked)
    return { title: choice === null ? 'No team this week' : `${team} doesn't count`, note: CAME_BACK, look: '' };
  const cost = costText(weekId, facts);
  const isOneOfTwo = teamSlots(weekId, rules).length > 1;
  const through = isOut ? COUNTED : isOneOfTwo ? SAFE : THROUGH;
  switch (stage) {
    case 'out':
      return { title: `You went out in ${weekName(outWeekId ?? '')}`, note: outText(facts) ?? STILL_WATCH, look: RED };
    case 'choose':
      return {
        title: `Choose your ${!isOneOfTwo ? '' : facts.isSecond ? 'second ' : 'first '}team`,
        note: isOut ? secondChanceText(facts) : chooseText(isOneOfTwo, facts),
        look: RED,
      };
    case 'chosen':
      return { title: `${team} chosen`, note: 'You can change it until its game locks.', look: GREEN };
    case 'locked':
      return lockedText(team, facts.live, isOut, rules);
    case 'won':
      return {
        title: `${team} ${rules.goal === 'lose' ? 'lost' : 'won'}`,
        note: through,
        look: GREEN,
      };
    case 'lost':
      return { title: `${team} ${rules.goal === 'lose' ? 'won' : 'lost'}`, note: cost, look: RED };
    case 'tied':
      return tiedText(team, through, cost, rules);
    case 'replace':
      return { title: 'Choose another team', note: replaceText(weekId, facts), look: RED };
    case 'off':
      return {
        title: `${team} doesn't count`,
        note: `${whyOff(weekId, facts)}${facts.result === 'lost' ? '' : ' It costs you nothing.'}`,
        look: '',
      };
    case 'missed':
      return {
        title: facts.isSecond ? 'No second team this week' : 'No team this week',
        note:
          facts.result === 'missed' || facts.result === 'spared' || isOut
            ? cost
            : `Every game has locked. Missing a ${isOneOfTwo ? 'team' : 'week'} ${costWords(rules).costs}.`,
        look: RED,
      };
  }
}

const THROUGH = 'You made it through this week.';
/** Of one team, since the week's other one may cost a life. */
const SAFE = 'It cost you nothing.';
const CAME_BACK = 'You bought back in after its last lock, so it costs you nothing.';
const COUNTED = 'It counts in a side table.';
const STILL_WATCH = 'You can still watch how it ends.';

/** What to pick, and what it costs to be wrong or, without a list of teams, to pick nothing. */
function chooseText(isOneOfTwo: boolean, { isSecond, hasList, rules = {} }: StageFacts): string {
  const goal = `to ${rules.goal ?? 'win'} this week`;
  const pick = !isOneOfTwo
    ? `one team ${goal}`
    : isSecond
      ? `a team from another game ${goal}`
      : `two teams ${goal}, from different games`;
  const ends = hasList
    ? costlyEndsText(rules)
    : costlyEndsText(rules, isOneOfTwo ? 'a missing team' : 'no team at all');
  return `Pick ${pick}. ${ends} ${costWords(rules).costs}.${hasList ? " If you don't choose, your list steps in." : ''}`;
}

/** How a player who is out can come back; null if they can't. */
function outText({ offer, rules = {} }: StageFacts): string | null {
  if (offer?.act !== 'buy') return null;
  if (rules.buyBackBy === 'owner') return `You're out, but you can buy back in until ${offer.until}.`;
  return `You're out, but a commissioner can buy you back in until ${offer.until}. Ask a commissioner.`;
}

function secondChanceText(facts: StageFacts): string {
  const back = outText(facts);
  if (back === null) return 'You are out, but a side table counts the teams that you choose.';
  return `${back} A side table counts the teams that you choose until then.`;
}

function costText(weekId: string, facts: StageFacts): string {
  const {
    holder: { outWeekId },
    win,
    boughtBack = [],
    rules = {},
  } = facts;
  const { costs, takesLast, tookLast } = costWords(rules);
  if (boughtBack.includes(weekId)) return `That ${tookLast}, but you bought back in.`;
  if (isOutBefore(outWeekId, weekId)) return 'You are out already, so it cost you nothing.';
  if (facts.result === 'spared') return 'But nobody who was left was safe, so it cost you nothing.';
  if (facts.result === 'pending') return `It ${takesLast}, unless nobody who is left is safe this week.`;
  if (outWeekId !== weekId) return `That ${costs}.`;
  if (win === 'shared') return `That ${tookLast}, but everyone else who was left went out too: you share the win.`;
  if (win === 'alone') return `That ${tookLast}, but you had already won the pool.`;
  return outText(facts) ?? `That ${tookLast}. ${STILL_WATCH}`;
}

function wonText(win: Win, outWeekId: string | null): StageText {
  if (win === 'alone') return { title: 'You won the pool', note: 'You were the last one standing.', look: GREEN };
  const how =
    outWeekId === null
      ? 'You were all still in at the end.'
      : `Everyone who was left went out in ${weekName(outWeekId)}.`;
  return { title: 'You shared the win', note: how, look: GREEN };
}

function tiedText(team: string, through: string, cost: string, rules: EndRules): StageText {
  const title = `${team} tied`;
  if (rules.survivorTie === 'wins') return { title, note: `A tie is safe. ${through}`, look: GREEN };
  return { title, note: `A tie ${rules.goal === 'lose' ? 'is not safe' : 'counts as a loss'}. ${cost}`, look: RED };
}

function lockedText(team: string, live: LiveScore | null, isOut: boolean, rules: EndRules & LifeRules): StageText {
  const note = "Its game has locked, so you can't change it.";
  const isSafe = live !== null && isSafeNow(live, rules);
  switch (live) {
    case null:
      return { title: `${team} is your team`, note, look: GREEN };
    case 'ahead':
      return { title: `${team} is winning`, note, look: isSafe ? GREEN : RED };
    case 'level':
      return {
        title: `${team} is level`,
        note: isOut ? note : `A tie ${isSafe ? 'is safe' : costWords(rules).costs}. ${note}`,
        look: '',
      };
    case 'behind':
      return { title: `${team} is losing`, note, look: isSafe ? GREEN : RED };
  }
}

function replaceText(weekId: string, facts: StageFacts): string {
  const { holder } = facts;
  const team = holder.choice?.team ?? '';
  const why = whyOff(weekId, facts);
  return holder.used.has(team) ? why : `${why} You can use ${team} again another week.`;
}

/** Why the team of a week does not count: its game was canceled, or the team was used in another week after all. */
function whyOff(weekId: string, { holder: { choice, used }, rules = {} }: StageFacts): string {
  const team = choice?.team ?? '';
  const otherWeek = used.get(team);
  if (otherWeek === undefined) return `${team}'s game was called off.`;
  if ((rules.teamUses ?? 1) > 1)
    return `You've used ${team} ${usesText(otherWeek, rules)}, in games that kick off first.`;
  if (compareWeeks(otherWeek, weekId) < 0) {
    const week = weekName(otherWeek);
    return `${team}'s game in ${week} was played after all, so you've used ${team} in ${week}.`;
  }
  return `${team}'s game was played after all, but you've used ${team} in ${weekName(otherWeek)}.`;
}
