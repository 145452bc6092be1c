import type { SurvivorResult } from '#core/formats/survivor.ts';
import type { WeekHolder, WeekStage } from '#core/formats/survivor-week.ts';
import { compareWeeks, weekName } from '#core/weeks.ts';
import type { LiveScore } from './live-score.ts';
import type { Win } from './win.ts';

/** What a week asks of a player, or came to, in a headline and a sentence. */
export interface StageText {
  readonly title: string;
  readonly note: string;
  /** The color of the headline: green where all is well, red where something is asked for or lost. */
  readonly look: string;
}

/** What the words of a week go by, beside how it stands. */
export interface StageFacts {
  readonly holder: WeekHolder;
  /** What the standings made of the week, as far as they are known. */
  readonly result: SurvivorResult | undefined;
  readonly win: Win | null;
  /** How the team does while its game runs. */
  readonly live: LiveScore | null;
}

const [GREEN, RED] = ['text-led-green', 'text-led-red'];

/** The words for how a week of a survivor pool stands. @param weekId of the week */
export function stageText(stage: WeekStage, weekId: string, facts: StageFacts): StageText {
  const { choice, outWeekId } = facts.holder;
  const team = choice?.team ?? '';
  const isAsked = stage === 'choose' || stage === 'replace';
  if (facts.win !== null && (stage === 'out' || isAsked)) return wonText(facts.win, outWeekId);
  const cost = costText(weekId, facts);
  switch (stage) {
    case 'out':
      return { title: `You went out in ${weekName(outWeekId ?? '')}`, note: STILL_WATCH, look: RED };
    case 'choose':
      return {
        title: 'Choose your team',
        note: 'Pick one team to win this week. A loss, a tie or no team at all costs you a life.',
        look: RED,
      };
    case 'chosen':
      return { title: `${team} chosen`, note: 'You can change it until its game locks.', look: GREEN };
    case 'locked':
      return lockedText(team, facts.live);
    case 'won':
      return { title: `${team} won`, note: 'You made it through this week.', look: GREEN };
    case 'lost':
      return { title: `${team} lost`, note: cost, look: RED };
    case 'tied':
      return { title: `${team} tied`, note: `A tie counts as a loss. ${cost}`, look: RED };
    case 'replace':
      return { title: 'Choose another team', note: replaceText(weekId, facts.holder), look: RED };
    case 'off':
      return {
        title: `${team} doesn't count`,
        note: `${whyOff(weekId, facts.holder)}${facts.result === 'lost' ? '' : " It doesn't cost you a life."}`,
        look: '',
      };
    case 'missed':
      return {
        title: 'No team this week',
        note: facts.result === 'missed' ? cost : 'Every game has locked. Missing a week costs a life.',
        look: RED,
      };
  }
}

const STILL_WATCH = 'You can still watch how it ends.';

function costText(weekId: string, { holder: { outWeekId }, win }: StageFacts): string {
  if (outWeekId !== weekId) return 'It cost you a life.';
  if (win === 'shared')
    return 'That was your last life, but everyone else who was left went out too: you share the win.';
  if (win === 'alone') return 'That was your last life, but you had already won the pool.';
  return `That was your last life, so you're out. ${STILL_WATCH}`;
}

function wonText(win: Win, outWeekId: string | null): StageText {
  if (win === 'alone') return { title: 'You won the pool', note: 'You were the last one standing.', look: GREEN };
  const how =
    outWeekId === null
      ? 'You were all still in at the end.'
      : `Everyone who was left went out in ${weekName(outWeekId)}.`;
  return { title: 'You shared the win', note: how, look: GREEN };
}

function lockedText(team: string, live: LiveScore | null): StageText {
  const note = "Its game has locked, so you can't change it.";
  switch (live) {
    case null:
      return { title: `${team} is your team`, note, look: GREEN };
    case 'ahead':
      return { title: `${team} is winning`, note, look: GREEN };
    case 'level':
      return { title: `${team} is level`, note: `A tie costs a life. ${note}`, look: '' };
    case 'behind':
      return { title: `${team} is losing`, note, look: RED };
  }
}

function replaceText(weekId: string, holder: WeekHolder): string {
  const team = holder.choice?.team ?? '';
  const why = whyOff(weekId, holder);
  return holder.used.has(team) ? why : `${why} You can use ${team} again another week.`;
}

/** Why a team that was chosen for a week does not count: its game is off, or the team has played for another week after all. */
function whyOff(weekId: string, { choice, used }: WeekHolder): string {
  const team = choice?.team ?? '';
  const otherWeek = used.get(team);
  if (otherWeek === undefined) return `${team}'s game was called off.`;
  if (compareWeeks(otherWeek, weekId) < 0) {
    const week = weekName(otherWeek);
    return `${team}'s game in ${week} was played after all, so you've used ${team} in ${week}.`;
  }
  return `${team}'s game was played after all, but you've used ${team} in ${weekName(otherWeek)}.`;
}
