import { ordinarySituation } from '#core/game.ts';
import type { Fields } from './json.ts';
import { fieldsOf, listOf, numberOf, textOf } from './json.ts';
import type { EspnStatus } from './status.ts';
import { interruptions } from './status.ts';

/** A side of a game: ESPN's code and id, and our abbreviation. */
export interface Side {
  readonly code: string;
  readonly id: string | null;
  readonly abbr: string;
}

/** Longer texts are none that belong on a card. */
const LONGEST = 60;
const REGULATION_PERIODS = 4;
/** `3rd & 7 at BUF 34`. Impossible downs and distances have been seen. */
const DOWN = /^(1st|2nd|3rd|4th) & (\d{1,2}|Goal)( at [A-Z]{2,4} \d{1,2}| at 50)?$/;
const FINAL = /^Final(\/\d?OT)?$/;

/** What a card says of how a game stands, in the words of this product. */
export function situationText(status: EspnStatus, competition: Fields, sides: readonly Side[], weekId: string): string {
  const { play } = status;
  if (play.void) return headline(competition) ?? (play.void === 'postponed' ? 'Postponed' : 'Cancelled');
  if (play.status === 'Not Started') {
    return headline(competition) ?? ordinarySituation(weekId);
  }
  if (play.status === 'Final') return finalText(status, competition);
  if (status.name === 'HALFTIME') return 'Half-time';
  if (status.name === 'END_PERIOD') return `End of ${periodName(status.period)}`;
  const played = [periodName(status.period), status.clock].filter(Boolean).join(' ');
  if (interruptions.includes(status.name)) {
    return [status.name === 'SUSPENDED' ? 'Suspended' : 'Delayed', played].filter(Boolean).join(' · ');
  }
  return [played, ballText(fieldsOf(competition.situation), sides)].filter(Boolean).join(' · ');
}

/** `NFL Melbourne Game`, `Rain - Makeup date July 22` */
function headline(competition: Fields): string | null {
  const notes = listOf(competition.notes).map(fieldsOf);
  const text = textOf(notes.find((each) => each.type === 'event')?.headline);
  return text && text.length <= LONGEST ? text : null;
}

function finalText({ period }: EspnStatus, competition: Fields): string {
  const detail = textOf(fieldsOf(fieldsOf(competition.status).type).detail);
  if (detail && FINAL.test(detail)) return detail;
  return period > REGULATION_PERIODS ? 'Final/OT' : 'Final';
}

/** `Q1` to `Q4`, `OT`, `2OT`; empty before the first. */
function periodName(period: number): string {
  if (period < 1) return '';
  if (period <= REGULATION_PERIODS) return `Q${period}`;
  const overtimes = period - REGULATION_PERIODS;
  return overtimes === 1 ? 'OT' : `${overtimes}OT`;
}

/** `KC 2nd & 7 at BUF 34`: who has the ball, and where. Empty after scores and kick-offs. */
function ballText(situation: Fields, sides: readonly Side[]): string {
  const text = textOf(situation.downDistanceText);
  if (!text || !DOWN.test(text) || (numberOf(situation.down) ?? 0) < 1) return '';
  const owner = sides.find(({ id }) => id !== null && id === situation.possession);
  const ours = sides.reduce((words, { code, abbr }) => words.replace(new RegExp(`\\b${code}\\b`), abbr), text);
  return owner ? `${owner.abbr} ${ours}` : ours;
}
