import type { AuditAct } from './audit.ts';
import { normalizeName } from './names.ts';
import { isRule } from './rules/pool-rules.ts';
import type { WeekRules } from './rules/week-rules.ts';
import { isWeekRule } from './rules/week-rules.ts';

/** The field of a log record that names the side table of a prize. */
export const SIDE_TABLE = 'sideTable';

/** The field of a log record that names the first week with changed rules of deadlines or games. */
export const FROM_WEEK = 'fromWeek';

/** The rules that decide when the picks of a week lock; the other rules of weeks decide which games are played. */
const lockRules: readonly string[] = ['deadline', 'deadlineDay', 'deadlineTime'] satisfies (keyof WeekRules)[];

/** What changes from a week on. @param names of the fields of a log record */
function laterChange(names: readonly string[]): 'locks' | 'games' | 'both' {
  const [locks, games] = [true, false].map((isLock) =>
    names.some((name) => isWeekRule(name) && lockRules.includes(name) === isLock),
  );
  if (locks === games) return 'both';
  return locks ? 'locks' : 'games';
}

/** The label of the field `FROM_WEEK` in the log. @param names of the fields of its record */
export function fromWeekLabel(names: readonly string[]): string {
  return { locks: 'deadline from', games: 'games from', both: 'deadline and games from' }[laterChange(names)];
}

/** The sentence of an announcement with the field `FROM_WEEK`. @param names of its fields @param week in words */
export function fromWeekText(names: readonly string[], week: string): string {
  const what = {
    locks: 'When picks lock changes',
    games: 'Which games are played changes',
    both: 'When picks lock and which games are played change',
  }[laterChange(names)];
  return `${what} from ${week} on.`;
}

/**
 * The sentence about rules that count for all weeks; null if none of them changed.
 * @param changes the names of the fields of each announced change of rules
 */
export function allWeeksText(changes: readonly (readonly string[])[]): string | null {
  const names = changes.flat();
  if (!names.some((name) => isRule(name) && !isWeekRule(name))) return null;
  const what = names.includes(FROM_WEEK) ? 'The other changes' : 'New rules';
  return `${what} count for all weeks, also for those that are over.`;
}

/** How many announcements a member is shown at most, latest first; older ones stay in the pool's log. */
const ANNOUNCEMENTS_SHOWN = 5;

/** How many a pool's page reads: a membership that is switched off and on can change the prizes of all weeks and of the season twice. */
export const ANNOUNCEMENTS_READ = 40;

/** The acts in a pool's log that are announced to its members, each with the record field that must be present. */
export const announcedActs = {
  'pool.announce': 'text',
  /** Rules that changed for a reason: every change after the pool's first lock needs one. */
  'pool.edit': 'why',
  /** A lock that moved forward while it was open. */
  'lock.earlier': 'text',
  /** Scores that an update of the league counts otherwise than before. */
  'scores.recount': 'text',
  /** An import with picks of its author's own entries, or with weeks that a survivor pool gets, and its undoing. */
  'picks.import': 'text',
  'picks.undo': 'text',
  /** Picks that were withdrawn because their game opened again in another week, or because one of its teams was replaced. */
  'picks.withdraw': 'text',
  /** A prize that changed hands after it was announced. */
  'prize.change': 'prize',
} as const satisfies Partial<Record<AuditAct, string>>;

/** Whether an announcement includes a field of its log record: other edits made at the same time are left out. */
export function isAnnouncedField(name: string): boolean {
  return (
    isRule(name) || name === SIDE_TABLE || name === FROM_WEEK || Object.values<string>(announcedActs).includes(name)
  );
}

/** The longest announcement, in characters. */
export const ANNOUNCEMENT_MAX = 500;

/** Why a text cannot be announced, given what `cleanMessage` returned; null if it can. */
export function announcementError(text: string): string | null {
  if (normalizeName(text) === '') return 'Write what to announce';
  return [...text].length <= ANNOUNCEMENT_MAX
    ? null
    : `An announcement must be at most ${ANNOUNCEMENT_MAX} characters long`;
}

/** Who made an announcement, as the pool knows them now: a closed account by the name that it left. */
export interface AnnouncementAuthor {
  readonly name: string;
  readonly isCommissioner: boolean;
}

/** An author with their role in the pool: `Alex Rivera, commissioner`, or only the name of an admin. */
export function authorText({ name, isCommissioner }: AnnouncementAuthor): string {
  return isCommissioner ? `${name}, commissioner` : name;
}

/** What determines which announcements of a pool a member has not read. */
export interface AnnouncementReader {
  /** When they joined, in ms. */
  readonly joinedAt: number;
  /** The id of the last announcement that they have read; 0 before the first. */
  readonly toldUntil: number;
}

/** The announcements that a member has not read, without those from before they joined. A person who is not a member has none. */
export function unreadOf<A extends { readonly id: number; readonly at: number }>(
  announcements: readonly A[],
  { joinedAt = Number.POSITIVE_INFINITY, toldUntil = 0 }: Partial<AnnouncementReader>,
): A[] {
  return announcements.filter(({ id, at }) => id > toldUntil && at > joinedAt);
}

/** An announcement with the log fields that it shows. */
export interface Announced {
  readonly id: number;
  readonly at: number;
  /** The week that it is about, if any. */
  readonly weekId?: string;
  readonly fields: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
}

/**
 * What a member is shown of a pool's announcements, latest first. A prize that changed several times is one piece of news: from what they
 * last read to what it is now. It is none if the changes undid each other.
 * @param announcements latest first
 */
export function newsFor<A extends Announced>(
  announcements: readonly A[],
  reader: Partial<AnnouncementReader>,
): readonly A[] {
  const unread = unreadOf(announcements, reader);
  const lastRead = new Map(unread.map((each) => [purposeOf(each), prizeOf(each)?.before]));
  const latest = new Map(unread.toReversed().map((each) => [purposeOf(each), each]));
  const net = unread.flatMap((each) => {
    const prize = prizeOf(each);
    if (prize === undefined) return [each];
    const before = lastRead.get(purposeOf(each));
    if (latest.get(purposeOf(each)) !== each || before === prize.after) return [];
    return [{ ...each, fields: each.fields.map((field) => (field === prize ? { ...field, before } : field)) }];
  });
  return net.slice(0, ANNOUNCEMENTS_SHOWN);
}

function prizeOf({ fields }: Announced): Announced['fields'][number] | undefined {
  return fields.find(({ name }) => name === announcedActs['prize.change']);
}

/** The week, the side table by its name or, without one, the season whose prize changed; other announcements have none. */
function purposeOf(announcement: Announced): string | undefined {
  const table = announcement.fields.find(({ name }) => name === SIDE_TABLE);
  const of = table === undefined ? 'season' : `side table ${String(table.after)}`;
  return prizeOf(announcement) && (announcement.weekId ?? of);
}
