import type { AuditAct } from './audit.ts';
import { ruleNames } from './rules/pool-rules.ts';

/** Acts about a week as a whole: what they changed is sealed until all its games have locked. */
export const weekActs = ['order.enter', 'team.enter', 'team.clear'] as const satisfies readonly AuditAct[];

/** Acts that record payments. */
const paymentActs = ['fee.note', 'fee.undo', 'payout.note', 'payout.undo'] as const satisfies readonly AuditAct[];

/** Acts about a pool's hooks. */
const hookActs = ['hook.add', 'hook.remove', 'hook.off'] as const satisfies readonly AuditAct[];

/** The log records that a player may read because they affected the player's picks and scores, by subject. */
export const ownActs = {
  /** About the player. */
  person: [
    'bus.enter',
    'bus.clear',
    ...weekActs,
    'guess.enter',
    'guess.clear',
    'player.link',
    'player.unlink',
    'entry.add',
    'entry.rename',
    'entry.give-up',
    'entry.buy-back',
    'entry.buy-back.undo',
    'member.enable',
    'member.disable',
    'commissioner.name',
    'commissioner.remove',
    'request.confirm',
    'request.refuse',
    ...paymentActs,
  ],
  /** About a pool that the player is a member of. */
  pool: [
    'week.enable',
    'weeks.enable',
    'week.disable',
    'weeks.clear',
    'slate.change',
    'tiebreak.name',
    'picks.import',
    'picks.undo',
    'line.correct',
    'lock.earlier',
    'scores.recount',
    'picks.withdraw',
    'prize.change',
  ],
  /** About such a pool, if its rules changed. */
  edit: ['pool.edit'],
  /** About a game of a week of such a pool, if its scores may change. */
  game: ['game.edit', 'games.edit'],
} as const satisfies Record<string, readonly AuditAct[]>;

/**
 * The acts that all members of a pool may read in its log. Reminders are left out: in a small survivor pool their count would reveal who
 * lacks a team.
 */
export const poolActs = {
  /** About the pool, its members and their picks. */
  pool: [
    'bus.enter',
    'bus.clear',
    ...weekActs,
    'guess.enter',
    'guess.clear',
    'picks.import',
    'picks.undo',
    'pool.import',
    'pool.edit',
    'pool.announce',
    'pool.list',
    'pool.unlist',
    'talk.enable',
    'talk.disable',
    'talk.delete',
    'talk.mute',
    'talk.unmute',
    'almanac.year',
    'almanac.person',
    'almanac.follows',
    'face.hide',
    'face.show',
    'line.correct',
    'lock.earlier',
    'scores.recount',
    'picks.withdraw',
    'player.add',
    'player.link',
    'player.unlink',
    'entry.add',
    'entry.rename',
    'entry.give-up',
    'entry.buy-back',
    'entry.buy-back.undo',
    'member.enable',
    'member.disable',
    'commissioner.name',
    'commissioner.remove',
    'request.confirm',
    'week.enable',
    'weeks.enable',
    'week.disable',
    'weeks.clear',
    'slate.change',
    'tiebreak.name',
    'pool.side-tables',
    'money.plan',
    ...hookActs,
    ...paymentActs,
    'prize.change',
  ],
  /** About a game of one of its weeks, if its scores may change. */
  game: ownActs.game,
} as const satisfies Record<string, readonly AuditAct[]>;

/** The records of a pool's log that can have affected a player's scores: what was entered for them, and what changed for everybody. */
export const scoreActs = {
  /** About the player. */
  person: ['bus.enter', 'bus.clear', ...weekActs, 'guess.enter', 'guess.clear'],
  /** About the pool. */
  pool: [
    'picks.import',
    'picks.undo',
    'picks.withdraw',
    'scores.recount',
    'line.correct',
    'slate.change',
    'tiebreak.name',
    'week.enable',
    'weeks.enable',
    'week.disable',
    'weeks.clear',
  ],
  /** About the pool, if its rules changed. */
  edit: ownActs.edit,
} as const satisfies Record<string, readonly AuditAct[]>;

/** The fields of a game and of a pool that affect scores; other edits are not shown to players. */
export const scoringFields = [
  'status',
  'home',
  'away',
  'homeScore',
  'awayScore',
  'spread',
  'void',
  'kickoff',
  ...ruleNames,
] as const;

/** The fields that a player may read in the records that concern them. */
const ownFields: readonly string[] = [
  ...scoringFields,
  'side',
  'points',
  'team',
  'secondTeam',
  'guess',
  'plays',
  'reason',
  'why',
  'text',
  'enabled',
  'member',
  'weeks',
  'taken',
  'waiting',
  'same',
  'differing',
  'sealed',
  'returned',
  'written',
  'own',
  'kept',
  'entered',
  'guessed',
  'leftOut',
  'takenIn',
  'fromWeek',
  'tiebreakGame',
  'sideTables',
  'sideTable',
  'entryFee',
  'buyBackFee',
  'weeklyPrize',
  'placePrizes',
  'paid',
  'prize',
  'hook',
  'entryName',
  'withdrawn',
  'filled',
];

/** Whether a player may read a field in a record that concerns them: never a field about other people. */
export function isOwnField(name: string): boolean {
  return ownFields.includes(name);
}

/** Settings of a pool that are not rules, which its members may read too. */
const settings: readonly string[] = ['name', 'description', 'moneyUrl', 'activeWeekId'];

/** What a commissioner typed or matched for the almanac. */
const almanacFields: readonly string[] = ['year', 'places', 'is', 'follows'];

/** Fields that add nothing to the act itself, and the reason of an entered pick: one text may be about several games. */
const redundantFields: readonly string[] = ['enabled', 'member', 'reason'];

/** Whether every member may read a field in the log of their pool. */
export function isPoolField(act: string, name: string): boolean {
  if (redundantFields.includes(name)) return false;
  if (act.startsWith('almanac.')) return almanacFields.includes(name);
  return isOwnField(name) || (act === 'pool.edit' && settings.includes(name));
}
