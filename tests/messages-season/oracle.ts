/** Who is to be notified of what at a moment: decision 037 once more, independent of the server's code, from what the people did. */
import { easternDate } from '#core/eastern-time.ts';
import type { Game, Side } from '#core/types.ts';
import type { Character } from './people.ts';

const HOUR_MS = 60 * 60_000;
const STEP_MS = 5 * 60_000;
const NEWS_MS = 7 * 24 * HOUR_MS;
/** A result is announced once it has stood for so long. */
const SETTLE_MS = HOUR_MS / 4;
const EASTERN = 'America/New_York';

/** Somebody of the season, with what they did. */
export interface Person extends Character {
  readonly userId: string;
  readonly cookie: string;
  isMember: boolean;
  /** In ms; 0 for the start of the season. */
  joinedAt: number;
  wantsReminders: boolean;
  /** Out of a survivor pool. */
  isOut: boolean;
  /** The sides of the games that they have picked. */
  readonly picked: Map<string, Side>;
  /** Weeks of which they entered the order or the team. */
  readonly entered: Set<string>;
  /** The game of the team that they chose last in a week of a survivor pool; a game that was called off costs no life. */
  readonly chosen: Map<string, string>;
}

/** A week of a pool. */
export interface SeasonWeek {
  readonly poolId: string;
  readonly weekId: string;
  /** With the pool's locks. */
  readonly games: readonly Game[];
}

/** A message as its row names it: `missing-picks KEY USER`. */
export function nameOf(kind: string, key: string, userId: string): string {
  return `${kind} ${key} ${userId}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Whether it is between 22:00 and 8:00 where somebody is. */
export function isNight(at: number, zone: string | null): boolean {
  const place = zone ?? EASTERN;
  const known = clocks.get(place);
  const clock = known ?? new Intl.DateTimeFormat('en-GB', { timeZone: place, hour: '2-digit', hourCycle: 'h23' });
  if (!known) clocks.set(place, clock);
  const hour = Number(clock.format(at));
  return hour >= 22 || hour < 8;
}

/** The reminders that are to go out at a moment, by name. */
export function dueReminders(week: SeasonWeek, people: readonly Person[], now: number): string[] {
  const counting = week.games.filter((game) => game.void === null);
  const locks = counting.map(toldLock);
  const ofSunday = counting.filter(({ kickoff }) => new Date(`${easternDate(kickoff)}T12:00Z`).getUTCDay() === 0);
  const first = Math.min(...locks);
  const sunday = Math.min(...ofSunday.map(toldLock));
  const moments = [
    ...(first < sunday ? [{ name: 'first', at: first }] : []),
    ...(ofSunday.length > 0 && (first === sunday || now >= first) ? [{ name: 'sunday', at: sunday }] : []),
  ];
  return moments.flatMap(({ name, at }) => {
    const group = counting.filter(({ lockAt }) => lockAt > now && lockAt >= at);
    const due = people.filter(
      (person) =>
        now < at &&
        person.isMember &&
        person.wantsReminders &&
        !isNight(now, person.zone) &&
        now >= dueAt(at, person) &&
        lacks(person, week, group, counting, now),
    );
    return due.map(({ userId }) => nameOf('missing-picks', `${week.poolId} ${week.weekId} ${name}`, userId));
  });
}

/** Messages name the kick-off, five minutes before the lock. */
function toldLock({ kickoff, timeTbd, lockAt }: Game): number {
  return timeTbd ? lockAt : Math.min(kickoff, lockAt - 5 * 60_000);
}

/** So many hours before the lock; what falls into the night is due half an hour before 22:00. */
function dueAt(lockAt: number, { hours, zone }: Character): number {
  let at = lockAt - (hours ?? 3) * HOUR_MS;
  if (!isNight(at, zone)) return at;
  at -= at % STEP_MS;
  while (isNight(at, zone)) at -= STEP_MS;
  return at + STEP_MS - HOUR_MS / 2;
}

function lacks(
  person: Person,
  { weekId }: SeasonWeek,
  group: readonly Game[],
  counting: readonly Game[],
  now: number,
): boolean {
  const hasEntered = person.entered.has(weekId);
  if (person.pool === 'Survivor') return !person.isOut && !hasEntered && counting.some(({ lockAt }) => lockAt > now);
  if (person.pool === 'Order' && group.length > 1 && !hasEntered) return true;
  return group.some(({ gid }) => !person.picked.has(gid));
}

/** What a week came to, counted by hand. */
interface Counted {
  /** In points, by person; in a survivor pool nobody has any. */
  readonly points: ReadonlyMap<Person, number>;
  /** The same text for the same result. */
  readonly text: string;
}

/** What a week came to; null while it is not decided. */
function countWeek({ weekId, games }: SeasonWeek, people: readonly Person[]): Counted | null {
  const counting = games.filter((game) => game.void === null);
  if (counting.length === 0 || counting.some(({ status }) => status !== 'Final')) return null;
  const members = people.filter(({ isMember }) => isMember);
  if (members.some(({ pool }) => pool === 'Survivor')) {
    const chosen = members.map(({ userId, chosen: own }) => `${userId} ${own.get(weekId) ?? ''}`);
    return { points: new Map(), text: chosen.join() };
  }
  const inOrder = counting.map(({ gid }) => gid).sort();
  const pointsOf = (person: Person) =>
    counting
      .filter(({ gid, homeScore, awayScore }) => person.picked.get(gid) === (homeScore > awayScore ? 'home' : 'away'))
      .reduce((sum, { gid }) => sum + (person.pool === 'Order' ? inOrder.indexOf(gid) + 1 : 1), 0);
  const points = new Map(members.map((person) => [person, pointsOf(person)]));
  const scored = [...points].filter(([, own]) => own > 0).map(([{ userId }, own]) => `${userId} ${own}`);
  return { points, text: scored.sort().join() };
}

/** What everybody hears of a week, and what somebody hears. */
function factsOf({ points, text }: Counted, person: Person): string {
  if (points.size === 0) return text;
  const most = Math.max(...points.values());
  const winners = [...points].filter(([, own]) => own === most && own > 0).map(([{ userId }]) => userId);
  return `${winners.sort().join()} ${most} ${points.get(person)}`;
}

/** A message on the result of a week that is to be sent. */
export interface DueResult {
  readonly name: string;
  readonly person: Person;
  /** What it has to say; null for a survivor pool. */
  readonly points: number | null;
  readonly isCorrection: boolean;
  /** To be called once it is sent. */
  readonly sent: () => void;
}

/** Announces the results of one week of a pool: decision 042 once more, in other words than the server's. */
export class ResultOracle {
  #text: string | null = null;
  #since = 0;
  #announced: { readonly counted: Counted; readonly at: number } | null = null;
  #firstAt = 0;
  readonly #told = new Map<Person, string>();

  /** Checks the week at a time (ms). Nothing is announced while the server is off. */
  check(week: SeasonWeek, people: readonly Person[], now: number): void {
    const counted = countWeek(week, people);
    if (counted?.text !== this.#text) [this.#text, this.#since] = [counted?.text ?? null, now];
    if (counted === null || now < this.#since + SETTLE_MS || this.#announced?.counted.text === counted.text) return;
    this.#firstAt ||= now;
    this.#announced = { counted, at: now };
  }

  /** The messages that are to go out at a moment (ms). */
  due({ poolId, weekId, games }: SeasonWeek, people: readonly Person[], now: number): DueResult[] {
    const announced = this.#announced;
    if (announced === null || announced.counted.text !== this.#text || now >= this.#firstAt + NEWS_MS) return [];
    const { counted, at } = announced;
    const end = Math.max(...games.filter((game) => game.void === null).map(({ lockAt }) => lockAt));
    return people
      .filter(({ isMember, joinedAt, wantsResults }) => isMember && joinedAt <= end && wantsResults)
      .filter(({ zone }) => !isNight(now, zone))
      .flatMap((person) => {
        const [told, facts] = [this.#told.get(person), factsOf(counted, person)];
        if (told === facts) return [];
        const key = `${poolId} ${weekId}${told === undefined ? '' : ` ${at}`}`;
        return {
          name: nameOf('week-result', key, person.userId),
          person,
          points: counted.points.get(person) ?? null,
          isCorrection: told !== undefined,
          sent: () => this.#told.set(person, facts),
        };
      });
  }
}
