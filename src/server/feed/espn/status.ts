import type { GameStatus, GameVoid } from '#core/types.ts';
import type { Fields } from './json.ts';
import { at, fieldsOf, numberOf, shown, textOf } from './json.ts';
import type { Report } from './problems.ts';

/** How a game stands, as far as ESPN's status says. */
export type EspnPlay =
  | { readonly status: GameStatus; readonly void: null }
  /** Neither a status nor a score comes with it: its 0 to 0 means nothing. */
  | { readonly status: null; readonly void: GameVoid };

/** What a status of ESPN is called, and when it was true. */
export interface EspnStatus {
  readonly play: EspnPlay;
  /** Without `STATUS_`. */
  readonly name: string;
  /** 1 to 4, 5 and more in overtime; 0 or 1 before the kick-off. */
  readonly period: number;
  /** `11:50`; null where it shows none. */
  readonly clock: string | null;
}

/** Names that ESPN gives to games, by what they may be. A name that is missing here is not understood. */
const waiting: readonly string[] = ['SCHEDULED', 'DELAYED', 'RAIN_DELAY', 'LIGHTNING_DELAY', 'WEATHER_DELAY'];
const playing: readonly string[] = [
  'IN_PROGRESS',
  'HALFTIME',
  'END_PERIOD',
  'BEGINNING_OF_PERIOD',
  'END_OF_REGULATION',
  'OVERTIME',
  'DELAYED',
  'RAIN_DELAY',
  'LIGHTNING_DELAY',
  'WEATHER_DELAY',
  'SUSPENDED',
];
const over: readonly string[] = ['FINAL', 'FINAL_OVERTIME', 'FULL_TIME', 'FORFEIT'];
const voids: Readonly<Record<string, GameVoid>> = {
  POSTPONED: 'postponed',
  CANCELED: 'cancelled',
  CANCELLED: 'cancelled',
  ABANDONED: 'cancelled',
};

/** Names under which a game that has begun stands still. */
export const interruptions: readonly string[] = [
  'DELAYED',
  'RAIN_DELAY',
  'LIGHTNING_DELAY',
  'WEATHER_DELAY',
  'SUSPENDED',
];

const NAME = /^STATUS_([A-Z_]+)$/;
const CLOCK = /^\d{1,2}:[0-5]\d$/;

/** Reads the status of an event; null, with a report, for a name or a state that is not known, or where they disagree. */
export function parseStatus(event: Fields, report: Report): EspnStatus | null {
  const status = fieldsOf(event.status);
  const name = NAME.exec(textOf(at(status, 'type', 'name')) ?? '')?.[1] ?? null;
  const play = name === null ? null : playOf(name, at(status, 'type', 'state'), at(status, 'type', 'completed'));
  if (name === null || play === null) {
    const { name: given, state, completed } = fieldsOf(status.type);
    return report('unknown_status', shown({ name: given, state, completed }));
  }
  const clock = textOf(status.displayClock);
  return { play, name, period: numberOf(status.period) ?? 0, clock: clock && CLOCK.test(clock) ? clock : null };
}

/** `post` alone does not mean played: `completed` says so, and without it the game was called off. */
function playOf(name: string, state: unknown, completed: unknown): EspnPlay | null {
  const called = voids[name];
  if (called !== undefined) return completed === true ? null : { status: null, void: called };
  if (completed === true) return state === 'post' && over.includes(name) ? { status: 'Final', void: null } : null;
  if (completed !== false) return null;
  if (state === 'pre' && waiting.includes(name)) return { status: 'Not Started', void: null };
  return state === 'in' && playing.includes(name) ? { status: 'In Progress', void: null } : null;
}
