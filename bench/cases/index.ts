import type { Line, Plan } from '../measure.ts';
import { measureBusy } from './busy.ts';
import { measureColdStart } from './cold-start.ts';
import { measureGameDay } from './game-day.ts';
import { measureLive } from './live.ts';
import { measureMatchup } from './matchup.ts';
import { measureMovingIn } from './moving-in.ts';
import { measureReads } from './reads.ts';
import { measureReminders } from './reminders.ts';
import { measureSaves } from './saves.ts';
import { measureSeason } from './season.ts';
import { measureSession } from './session.ts';
import { measureSignIn } from './sign-in.ts';
import { measureStandings } from './standings.ts';
import { measureTalk } from './talk.ts';

/** Everything that can be measured, by the name that `--only` takes. */
export const cases = {
  saves: measureSaves,
  reads: measureReads,
  start: measureColdStart,
  session: measureSession,
  'sign-in': measureSignIn,
  rules: measureStandings,
  'game-day': measureGameDay,
  live: measureLive,
  matchup: measureMatchup,
  talk: measureTalk,
  reminders: measureReminders,
  season: measureSeason,
  busy: measureBusy,
  'moving-in': measureMovingIn,
} as const satisfies Record<string, (plan: Plan) => Promise<Line[]>>;

export type CaseName = keyof typeof cases;
