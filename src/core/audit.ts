import { ruleNames } from './rules/pool-rules.ts';

/** What admins do, one name for each act: the log stores the name, screens show the words. The log can be filtered by group. */
export const auditActs = {
  'game.edit': { group: 'games', words: 'edited a game' },
  'games.edit': { group: 'games', words: 'set scores and lines' },
  'season.load': { group: 'games', words: 'loaded a season' },

  'bus.enter': { group: 'picks', words: 'entered a pick' },
  'bus.clear': { group: 'picks', words: 'cleared a pick' },
  'order.enter': { group: 'picks', words: 'entered the points of a week' },
  'team.enter': { group: 'picks', words: 'entered a team' },
  'team.clear': { group: 'picks', words: 'cleared a team' },
  'guess.enter': { group: 'picks', words: 'entered a guess' },
  'guess.clear': { group: 'picks', words: 'cleared a guess' },
  'picks.import': { group: 'picks', words: 'imported picks' },
  'picks.undo': { group: 'picks', words: 'undid an import of picks' },

  'user.enable': { group: 'users', words: 'enabled a user' },
  'user.disable': { group: 'users', words: 'disabled a user' },
  'user.second-factor': { group: 'users', words: "turned off a user's second factor" },
  'user.sign-out': { group: 'users', words: 'signed a user out everywhere' },
  'player.add': { group: 'users', words: 'added a player without an account' },
  'face.store': { group: 'users', words: 'uploaded a picture' },
  'face.remove': { group: 'users', words: 'removed their picture' },
  'face.stop': { group: 'users', words: "removed a user's picture and stopped their uploads" },
  'face.allow': { group: 'users', words: 'let a user upload pictures again' },
  'user.rename': { group: 'users', words: 'renamed a player' },
  'user.reset-link': { group: 'users', words: 'made a link to set a password' },
  'admin.create': { group: 'users', words: 'invited an admin' },
  'admin.grant': { group: 'users', words: 'made a user an admin' },
  'admin.revoke': { group: 'users', words: 'took away the admin role' },
  'secret.rotate': { group: 'users', words: 'signed everybody out with a new cookie secret' },
  'entry.add': { group: 'pools', words: 'added an entry' },
  'entry.rename': { group: 'pools', words: 'renamed an entry' },
  'entry.give-up': { group: 'pools', words: 'gave up an entry' },
  'entry.buy-back': { group: 'pools', words: 'bought an entry back' },
  'entry.buy-back.undo': { group: 'pools', words: 'undid a buy-back' },
  'player.link': { group: 'users', words: 'linked a player to an account' },
  'player.unlink': { group: 'users', words: 'undid the link of a player to an account' },

  'pool.create': { group: 'pools', words: 'created a pool' },
  'pool.import': { group: 'pools', words: 'created a pool from a file' },
  'pool.edit': { group: 'pools', words: 'edited a pool' },
  'pool.announce': { group: 'pools', words: 'announced' },
  'talk.enable': { group: 'pools', words: 'turned Talk on' },
  'talk.disable': { group: 'pools', words: 'turned Talk off' },
  'talk.delete': { group: 'pools', words: 'deleted a message' },
  'talk.mute': { group: 'pools', words: 'muted a member in Talk' },
  'talk.unmute': { group: 'pools', words: 'let a member talk again' },
  'almanac.year': { group: 'pools', words: 'changed the final table of a year' },
  'almanac.person': { group: 'pools', words: 'said who a player is in other seasons' },
  'almanac.follows': { group: 'pools', words: 'changed the season before' },
  'face.hide': { group: 'pools', words: "hid a member's picture" },
  'face.show': { group: 'pools', words: "showed a member's picture again" },
  'lock.earlier': { group: 'pools', words: 'moved a lock forward' },
  'scores.recount': { group: 'pools', words: 'counted scores anew' },
  'picks.withdraw': { group: 'pools', words: 'withdrew picks of a game that changed' },
  'line.correct': { group: 'pools', words: 'corrected a frozen line' },
  'pool.duplicate': { group: 'pools', words: 'duplicated a pool' },
  'pool.again': { group: 'pools', words: 'started a pool again for a new season' },
  'pool.list': { group: 'pools', words: 'listed a pool' },
  'pool.unlist': { group: 'pools', words: 'took a pool off the list' },
  'pool.delete': { group: 'pools', words: 'deleted a pool' },
  'pool.invite': { group: 'pools', words: 'made a new invite link' },
  'member.enable': { group: 'pools', words: 'let a member play' },
  'member.disable': { group: 'pools', words: 'took a member out of a pool' },
  'commissioner.name': { group: 'pools', words: 'named a commissioner' },
  'commissioner.remove': { group: 'pools', words: 'removed a commissioner' },
  'request.confirm': { group: 'pools', words: 'confirmed a request to join' },
  'request.refuse': { group: 'pools', words: 'refused a request to join' },
  'week.enable': { group: 'pools', words: 'enabled a week' },
  'weeks.enable': { group: 'pools', words: 'enabled weeks' },
  'week.disable': { group: 'pools', words: 'disabled a week' },
  'weeks.clear': { group: 'pools', words: 'cleared all weeks' },
  'slate.change': { group: 'pools', words: 'changed the games of a week' },
  'tiebreak.name': { group: 'pools', words: 'named another tiebreak game' },
  'pool.side-tables': { group: 'pools', words: 'changed the side tables' },
  'money.plan': { group: 'pools', words: 'set the entry fee and the prizes' },
  'fee.note': { group: 'pools', words: 'noted an entry fee as paid' },
  'fee.undo': { group: 'pools', words: 'took back that an entry fee was paid' },
  'payout.note': { group: 'pools', words: 'noted a prize as paid out' },
  'payout.undo': { group: 'pools', words: 'took back that a prize was paid out' },
  'prize.change': { group: 'pools', words: 'corrected a prize' },
  'hook.add': { group: 'pools', words: 'added a webhook' },
  'hook.remove': { group: 'pools', words: 'removed a webhook' },
  'hook.test': { group: 'pools', words: 'sent a test to a webhook' },
  'hook.replay': { group: 'pools', words: 'sent a message to a webhook again' },
  'hook.off': { group: 'pools', words: 'turned off a webhook whose address is gone' },
  'reminder.send': { group: 'pools', words: 'reminded players of their picks' },
} as const satisfies Record<string, { readonly group: string; readonly words: string }>;

/** The name of an act of an admin. */
export type AuditAct = keyof typeof auditActs;

/** The groups that the log can be filtered by. */
export const auditGroups = ['games', 'picks', 'users', 'pools'] as const;
/** One group of acts. */
export type AuditGroup = (typeof auditGroups)[number];

/** Acts that nobody does: they follow automatically from others. */
const ownActsOfLeague: readonly string[] = [
  'lock.earlier',
  'scores.recount',
  'picks.withdraw',
  'prize.change',
  'hook.off',
];

/** The actor of an act that no user did. */
export function unnamedActor(act: string): string {
  return ownActsOfLeague.includes(act) ? 'The league' : 'The command line';
}

/** Whether a text is the name of an act: the log may contain names from another version of the program. */
export function isAuditAct(text: string): text is AuditAct {
  return Object.hasOwn(auditActs, text);
}

/** The fields in which two states of a thing differ, with the old and the new value. */
export function changedFields<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const keys = (Object.keys(after) as (keyof T)[]).filter((key) => !same(before[key], after[key]));
  const only = (state: T): Partial<T> => Object.fromEntries(keys.map((key) => [key, state[key]])) as Partial<T>;
  return { before: only(before), after: only(after) };
}

/** The fields that may not be changed anymore, because the stored value is neither the one that the person saw nor the one they set. */
export function changedMeanwhile<T extends object>(now: T, wanted: Partial<T>, seen: Partial<T>): (keyof T & string)[] {
  const keys = Object.keys(wanted) as (keyof T & string)[];
  return keys.filter(
    (key) =>
      wanted[key] !== undefined &&
      seen[key] !== undefined &&
      !same(now[key], seen[key]) &&
      !same(now[key], wanted[key]),
  );
}

const words: Readonly<Record<string, string>> = {
  kickoff: 'kick-off',
  home: 'home team',
  away: 'away team',
  timeTbd: 'time not known',
  void: 'postponed or cancelled',
  moneyUrl: 'money URL',
  useSpread: 'use spread',
  roundSpread: 'round spread',
  allowSpreadUpdate: 'spread updates',
  allowTimeUpdate: 'time updates',
  setByAdmin: 'set by admin',
  activeWeekId: 'active week',
  displayName: 'name',
  side: 'pick',
  leftOut: 'leaves out',
  takenIn: 'takes in',
  // Only in older records.
  cleared: 'guesses cleared',
  written: 'picks written',
  own: 'picks of their own',
  returned: 'picks taken back',
  entered: 'orders and teams written',
  guessed: 'guesses written',
  entryName: 'entry',
  is: 'the same as',
  buyBackFee: 'buy-back fee',
};

/** The name of a log field in words: 'home score' for `homeScore`. */
export function fieldWords(name: string): string {
  if (Object.hasOwn(words, name)) return words[name] ?? name;
  return name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Flags with a word for each value, off and on. */
const flagWords: Readonly<Record<string, readonly [off: string, on: string]>> = {
  isEnabled: ['disabled', 'enabled'],
  enabled: ['disabled', 'enabled'],
  isAdmin: ['not an admin', 'admin'],
  member: ['not a member', 'member'],
  commissioner: ['not a commissioner', 'commissioner'],
  deleted: ['not deleted', 'deleted'],
  listed: ['unlisted', 'listed'],
};

/** The value of a flag in a word: 'disabled', not 'is enabled: off'. Undefined for flags without one. */
export function flagText(name: string, isOn: boolean): string | undefined {
  return Object.hasOwn(flagWords, name) ? flagWords[name]?.[isOn ? 1 : 0] : undefined;
}

/** Whether the words of an act already say what became of a flag: 'disabled a member'. Only a created pool may be listed or not. */
export function saysFlag(act: string, name: string): boolean {
  return isAuditAct(act) && Object.hasOwn(flagWords, name) && name !== 'listed';
}

/** Replaces a side, or anything that may reveal it, in the log until the game locks (decisions, Picks). */
const SEALED = 'sealed';

/** Fields that name a side, or whose free text may. */
const tellTales: readonly string[] = [
  'side',
  'reason',
  'pick',
  'picks',
  'points',
  'team',
  'secondTeam',
  'guess',
  'guesses',
];
/** Free texts that never reveal a side, and rules, whose values may include 'home' (what a push is worth). */
const harmless: readonly string[] = ['name', 'displayName', 'description', 'moneyUrl', 'why', 'text', ...ruleNames];

/** A text that names a side, such as `home`. */
const SIDE_TEXT = /^\s*(home|away)\s*(,|$)/i;

/** What lies deeper in a state is masked as a whole. */
const SEALED_BELOW = 64;

/** A state that the log may show before the game locks: anything that reveals a side is masked, at any depth. */
export function sealState(state: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, sealValue(name, value, depth + 1)]));
}

function sealValue(name: string, value: unknown, depth: number): unknown {
  if (value === null || (harmless.includes(name) && typeof value !== 'object')) return value;
  if (tellTales.includes(name)) return SEALED;
  if (typeof value === 'object') {
    if (depth > SEALED_BELOW) return SEALED;
    return Array.isArray(value)
      ? value.map((each) => sealValue('', each, depth + 1))
      : sealState(value as Record<string, unknown>, depth);
  }
  return typeof value === 'string' && SIDE_TEXT.test(value) ? SEALED : value;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
