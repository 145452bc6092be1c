/**
 * What admins do, each act under one name: the log keeps the name, screens show the words. A group is what the log can
 * be filtered by.
 */
export const auditActs = {
  'game.edit': { group: 'games', words: 'edited a game' },
  'season.load': { group: 'games', words: 'loaded a season' },

  'bus.enter': { group: 'picks', words: 'entered a pick' },
  'bus.clear': { group: 'picks', words: 'cleared a pick' },
  'picks.import': { group: 'picks', words: 'imported picks' },

  'user.enable': { group: 'users', words: 'enabled a user' },
  'user.disable': { group: 'users', words: 'disabled a user' },
  'user.rename': { group: 'users', words: 'renamed a player' },
  'user.reset-link': { group: 'users', words: 'made a link to set a password' },
  'admin.create': { group: 'users', words: 'invited an admin' },
  'admin.grant': { group: 'users', words: 'made a user an admin' },
  'admin.revoke': { group: 'users', words: 'took the admin role' },
  'player.join': { group: 'users', words: 'joined a player to an account' },
  'player.part': { group: 'users', words: 'parted a player from an account' },

  'pool.create': { group: 'pools', words: 'created a pool' },
  'pool.edit': { group: 'pools', words: 'edited a pool' },
  'pool.duplicate': { group: 'pools', words: 'duplicated a pool' },
  'pool.delete': { group: 'pools', words: 'deleted a pool' },
  'pool.invite': { group: 'pools', words: 'renewed the invite link' },
  'member.enable': { group: 'pools', words: 'enabled a member' },
  'member.disable': { group: 'pools', words: 'disabled a member' },
  'request.confirm': { group: 'pools', words: 'confirmed a request to join' },
  'request.refuse': { group: 'pools', words: 'refused a request to join' },
  'week.enable': { group: 'pools', words: 'enabled a week' },
  'week.disable': { group: 'pools', words: 'disabled a week' },
  'weeks.clear': { group: 'pools', words: 'cleared all weeks' },
  'reminder.send': { group: 'pools', words: 'reminded players of their picks' },
} as const satisfies Record<string, { readonly group: string; readonly words: string }>;

/** The name of an act of an admin. */
export type AuditAct = keyof typeof auditActs;

/** The groups that the log can be filtered by. */
export const auditGroups = ['games', 'picks', 'users', 'pools'] as const;
/** One group of acts. */
export type AuditGroup = (typeof auditGroups)[number];

/** Whether a text names an act: the log may hold names that another version of the program wrote. */
export function isAuditAct(text: string): text is AuditAct {
  return Object.hasOwn(auditActs, text);
}

/** The fields in which two states of a thing differ, as they were and as they are now. */
export function changedFields<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => !same(before[key], after[key]));
  const only = (state: T): Partial<T> => Object.fromEntries(keys.map((key) => [key, state[key]])) as Partial<T>;
  return { before: only(before), after: only(after) };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
