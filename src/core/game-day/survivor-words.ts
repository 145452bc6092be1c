import { costWords } from '#core/formats/survivor/cost.ts';
import { costlyEndsText, safeEndText } from '#core/formats/survivor/ends.ts';
import { listText } from '#core/listed.ts';
import type { Fate, SurvivorDay, SurvivorOutlook, SurvivorStanding } from './survivor.ts';
import type { DayWords } from './words.ts';

/** What a week of a survivor pool does to the viewer, in short and in a sentence; null if they do not play. */
export function survivorWords(day: SurvivorDay, outlook: SurvivorOutlook, viewerId: string): DayWords | null {
  const player = day.players.find(({ id }) => id === viewerId);
  if (player === undefined) return null;
  const own = outlook.players.find(({ id }) => id === viewerId);
  if (own === undefined) return { headline: 'Out', look: 'bad', sentence: 'You went out before this week.' };
  if (own.isSpared) return sparedWords(own.fate);
  const { rules = {} } = day;
  const { costs, takesLast } = costWords(rules);
  if (own.fate === 'stays')
    return {
      headline: 'You stay',
      look: 'good',
      sentence: (rules.lives ?? 1) === 1 ? "You're still in." : `You have ${livesText(own.lives)} left.`,
    };
  if (own.fate === 'goes') {
    const sentence = outlook.isShared
      ? "So does everybody else who's left, so you share the win."
      : `That ${takesLast}${player.buyBack === 'possible' ? ', but you can still be bought back' : ''}.`;
    return { headline: 'You go out', look: outlook.isShared ? 'good' : 'bad', sentence };
  }
  const { team, second } = player;
  if (second !== undefined) {
    const sentence = `Each of your two teams that is not safe ${costs}, and so does a missing one.`;
    return { headline: [team, second.team].map((each) => each ?? 'no team').join(' and '), look: 'open', sentence };
  }
  if (player.team === null)
    return { headline: 'No team yet', look: 'open', sentence: `A week without a team ${costs}.` };
  const after = own.lives - 1;
  const out = `takes you out${rules.allOut === 'goOn' ? ", unless nobody who's left is safe" : ''}`;
  const cost = after === 0 ? out : `leaves you ${livesText(after)}`;
  const sentence = `You stay if ${player.team} ${safeEndText(rules)}. ${costlyEndsText(rules)} ${cost}.`;
  return { headline: player.team, look: 'open', sentence };
}

/** For a player who is out unless the week puts out everybody who is left. */
function sparedWords(fate: Fate): DayWords {
  if (fate === 'stays')
    return { headline: 'You stay', look: 'good', sentence: "Nobody who's left is safe, so you all go on." };
  return { headline: 'Not out yet', look: 'open', sentence: "You go out, unless nobody who's left is safe." };
}

/** The most players that are named. */
const NAMED = 2;

/** What a result of a game does to the players who chose one of its teams: `3 stay, Ann goes out`. */
export function fatesText(standings: readonly SurvivorStanding[], nameOf: (id: string) => string): string {
  if (standings.length === 0) return 'nobody has a team here';
  const count = (fate: SurvivorStanding['fate']) => standings.filter((each) => each.fate === fate).length;
  const [stay, open] = [count('stays'), count('open')];
  const out = standings.filter(({ fate }) => fate === 'goes').map(({ id }) => nameOf(id));
  const who = out.length <= NAMED ? listText(out) : out.length;
  const parts = [
    stay > 0 && `${stay} ${stay === 1 ? 'stays' : 'stay'}`,
    out.length > 0 && `${who} ${out.length === 1 ? 'goes' : 'go'} out`,
    open > 0 && `${open} still open`,
  ];
  return parts.filter(Boolean).join(', ');
}

function livesText(lives: number): string {
  return lives === 1 ? 'one life' : `${lives} lives`;
}
