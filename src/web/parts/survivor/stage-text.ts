import type { WeekHolder, WeekStage } from '#core/formats/survivor-week.ts';
import { weekName } from '#core/weeks.ts';

/** What a week asks of a player, or came to, in a headline and a sentence. */
export interface StageText {
  readonly title: string;
  readonly note: string;
}

/** The words for how a week of a survivor pool stands. @param weekId of the week */
export function stageText(stage: WeekStage, weekId: string, { choice, used, outWeekId }: WeekHolder): StageText {
  const team = choice?.team ?? '';
  const cost =
    outWeekId === weekId ? 'That was your last life. You can still watch how it ends.' : 'It cost you a life.';
  const laterWeek = used.get(team);
  switch (stage) {
    case 'out':
      return { title: `You went out in ${weekName(outWeekId ?? '')}`, note: 'You can still watch how it ends.' };
    case 'choose':
      return { title: 'Choose your team', note: 'One team to win this week. A win keeps you in.' };
    case 'chosen':
      return { title: `${team} chosen`, note: `You can change it until its game locks. Tap ${team} to take it back.` };
    case 'locked':
      return { title: `${team} is your team`, note: 'Its game has locked, so this choice stays.' };
    case 'won':
      return { title: `${team} won`, note: 'You made it through this week.' };
    case 'lost':
      return { title: `${team} lost`, note: cost };
    case 'tied':
      return { title: `${team} tied`, note: `A tie counts like a loss. ${cost}` };
    case 'replace':
      return {
        title: 'Choose another team',
        note: `${why(team, laterWeek)} You have that team back for another week.`,
      };
    case 'off':
      return { title: `${team} doesn't count`, note: `${why(team, laterWeek)} It costs no life.` };
    case 'missed':
      return {
        title: 'No team this week',
        note: 'There is nothing left to choose. A week without a team costs a life.',
      };
  }
}

function why(team: string, laterWeek: string | undefined): string {
  if (laterWeek === undefined) return `${team}'s game was called off.`;
  return `${team}'s game was played after all, and ${team} is your team of ${weekName(laterWeek)}.`;
}
