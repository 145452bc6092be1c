/** The people who play a season, each with habits. */
import type { PoolRules } from '#core/rules/pool-rules.ts';

/** What somebody does week by week. */
export const habits = [
  /** Picks all on Tuesday. */
  'early',
  /** Picks the first lock on its day, the rest half an hour before Sunday's. */
  'in-two',
  /** Picks nothing, ever. */
  'never',
  /** Picks what is open an hour after a reminder. */
  'reminded',
  /** Picks all but the last game. */
  'forgets-one',
  /** Picks nothing and wants no reminders. */
  'refuses',
  /** Picks all a quarter of an hour before the first lock. */
  'last-minute',
  /** Picks nothing, and turns reminders off by the link in one of them. */
  'leaves',
  /** Picks nothing, and joins in the middle of the season. */
  'joins-late',
] as const;
export type Habit = (typeof habits)[number];

/** The pools by their rules. */
export const formats = {
  Flat: {},
  Whole: { deadline: 'week' },
  Order: { format: 'confidence' },
  Survivor: { format: 'survivor' },
} as const satisfies Record<string, Partial<PoolRules>>;
export type PoolName = keyof typeof formats;

const zones = ['America/Los_Angeles', 'America/New_York', 'Europe/London', 'Australia/Sydney', null] as const;
const hours = [1, 2, 3, 6, 12, 24, null] as const;
const pools = Object.keys(formats) as PoolName[];

/** What is decided of somebody before the season. */
export interface Character {
  readonly habit: Habit;
  readonly pool: PoolName;
  /** Null: they never said. */
  readonly zone: string | null;
  readonly hours: number | null;
  /** Whether they want the result of each week. */
  readonly wantsResults: boolean;
}

/** The same people each time, with habits, pools, zones and hours in all mixtures. */
export function characters(count: number): Character[] {
  return Array.from({ length: count }, (_, at) => {
    const habit = habits[at % habits.length] ?? 'early';
    const pool = pools[Math.floor(at / habits.length) % pools.length] ?? 'Flat';
    return {
      habit,
      // Nobody joins a survivor pool once it has begun.
      pool: habit === 'joins-late' && pool === 'Survivor' ? 'Flat' : pool,
      zone: zones[(at * 7) % zones.length] ?? null,
      hours: hours[(at * 5 + Math.floor(at / 7)) % hours.length] ?? null,
      wantsResults: at % 3 !== 0,
    };
  });
}
