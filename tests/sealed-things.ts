/** Pools with one sealed value each, which differs between two leagues. */

import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import type { TestApp } from './app.ts';
import type { Person } from './builders.ts';
import { WEEK_1, WEEK_2 } from './builders.ts';
import { entryIdOf } from './entry-ids.ts';
import { isLong } from './long.ts';
import type { Chosen, WeekChoice } from './pick.ts';

export const WEEK_3 = '2026-week3';

/** The games: in week 1 the first and the last one, a canceled and a postponed one; then those of later weeks. */
export type GameName = 'early' | 'late' | 'last' | 'off' | 'postponed' | 'second' | 'third';

/** A pool with its one sealed value. */
export interface SealedPool {
  readonly poolId: string;
  /** A player of this pool who has no account. */
  readonly paper: string;
  /** The second entry of Ann. */
  readonly second: string;
}

/** The context in which a value is sealed. */
export interface Sealer extends SealedPool {
  readonly league: TestApp;
  readonly gids: Readonly<Record<GameName, string>>;
  /** A member with two entries, and one who is linked to players. */
  readonly ann: Person;
  readonly dana: Person;
  readonly commissioner: Person;
  readonly admin: Person;
}

/** A sealed value. */
export interface SealedThing {
  readonly rules?: Partial<PoolRules>;
  /** Its owner. */
  readonly holder: 'ann' | 'paper';
  /** Enters it in the first or the second league. */
  readonly seal: (sealer: Sealer, isOther: boolean) => Promise<void>;
}

const sides = { tiebreak: 'closest', bestBets: 2 } as const;
const confidence = { format: 'confidence', tiebreak: 'closest' } as const;
const survivor = { format: 'survivor', lives: 2 } as const;
const sundays = {
  slate: 'days',
  thursdayGames: false,
  fridayGames: false,
  saturdayGames: false,
  mondayGames: false,
} as const;

const reason = 'called in';

async function pick({ league, ann, gids, poolId }: Sealer, game: GameName, side: Side | null, best?: boolean) {
  (await league.pick(ann, poolId, { gid: gids[game], side, best })).ok();
}

async function enter({ league, ann, poolId }: Sealer, entry: WeekChoice | null, weekId: string = WEEK_1) {
  (await league.pick(ann, poolId, { ...(entry ?? { team: null }), weekId })).ok();
}

async function enterSecond({ league, ann, poolId }: Sealer, team: { gid: string; team: string }) {
  (await league.pick(ann, poolId, { ...team, second: true })).ok();
}

async function guess({ league, ann, gids, poolId }: Sealer, points: number | null) {
  (await league.pick(ann, poolId, { gid: gids.last, total: points })).ok();
}

/** Ann sets her default. */
async function want({ league, ann, poolId }: Sealer, value: { side: Side } | { teams: string[] } | null) {
  const params = { entryId: entryIdOf(poolId, ann.userId) };
  (await league.call('PUT /api/entries/:entryId/default', { as: ann, params, body: { value } })).ok();
}

/** Ann makes a choice for another of her entries. */
async function chooseFor({ league, ann }: Sealer, entryId: string, choice: Chosen) {
  (await league.pick(ann, { entryId }, choice)).ok();
}

function pickForEntry(at: Sealer, entryId: string, game: GameName, side: Side) {
  return chooseFor(at, entryId, { gid: at.gids[game], side });
}

/** Ann picks for her second entry. */
function pickForSecond(at: Sealer, game: GameName, side: Side) {
  return pickForEntry(at, at.second, game, side);
}

/** The commissioner picks for a user. */
async function pickFor(
  { league, commissioner, gids, poolId }: Sealer,
  userId: string,
  side: Side,
  game: GameName = 'late',
) {
  (await league.enter(commissioner, entryIdOf(poolId, userId), { gid: gids[game], side }, reason)).ok();
}

async function enterFor({ league, commissioner, poolId }: Sealer, userId: string, entry: WeekChoice) {
  (await league.enter(commissioner, entryIdOf(poolId, userId), entry, reason)).ok();
}

async function guessFor({ league, commissioner, gids, poolId }: Sealer, userId: string, points: number) {
  (await league.enter(commissioner, entryIdOf(poolId, userId), { gid: gids.last, total: points }, reason)).ok();
}

/** Links the player to an account: picks of open games are withdrawn, also for the new owner. */
async function link({ league, admin, dana, paper, poolId }: Sealer, to: Person = dana) {
  const params = { entryId: entryIdOf(poolId, paper), userId: to.userId };
  (await league.call('POST /api/entries/:entryId/link/:userId', { as: admin, params })).ok();
}

/** One side or the other. */
const sideOf = (isOther: boolean): Side => (isOther ? 'away' : 'home');
const guessOf = (isOther: boolean): number => (isOther ? 41 : 40);

/** Two teams of unfinished games. */
export const teamOf = ({ gids }: Pick<Sealer, 'gids'>, isOther: boolean): WeekChoice =>
  isOther ? { gid: gids.last, team: 'SF' } : { gid: gids.late, team: 'KC' };

/** The games of week 1 in one order or the other. */
export const orderOf = ({ gids }: Pick<Sealer, 'gids'>, isOther: boolean): WeekChoice => {
  const { early, late, last, off, postponed } = gids;
  return { order: isOther ? [early, last, late, off, postponed] : [early, late, last, off, postponed] };
};

/** With an order: its values are shown for picked games only. */
async function pickBoth(sealer: Sealer) {
  for (const game of ['late', 'last'] as const) await pick(sealer, game, 'home');
}

/** All kinds of sealed values. */
export const sealedThings = {
  'a side': {
    rules: { ...sides, upset: 'line', line: 'frozen', tie: 'half', wildCardPoints: 2, divisionalPoints: 3 },
    holder: 'ann',
    seal: (at, isOther) => pick(at, 'late', sideOf(isOther)),
  },
  'a best bet': {
    rules: { ...sides, useSpread: true, push: 'half', conferencePoints: 4, superBowlPoints: 5 },
    holder: 'ann',
    seal: async (at, isOther) => {
      await pick(at, 'late', 'home', isOther);
      await pick(at, 'last', 'home', isOther);
    },
  },
  'a guess': {
    rules: { ...sides, tiebreak: 'closest-early', dropWeeks: 1, seasonTiebreak: 'wins' },
    holder: 'ann',
    seal: (at, isOther) => guess(at, guessOf(isOther)),
  },
  'an order': {
    rules: { ...confidence, scale: 'playoffs' },
    holder: 'ann',
    seal: async (at, isOther) => {
      await pickBoth(at);
      await enter(at, orderOf(at, isOther));
    },
  },
  'a team': { rules: survivor, holder: 'ann', seal: (at, isOther) => enter(at, teamOf(at, isOther)) },
  'a team whose game is off': {
    rules: survivor,
    holder: 'ann',
    seal: (at, isOther) => enter(at, isOther ? { gid: at.gids.off, team: 'NE' } : teamOf(at, false)),
  },
  'what a player wants for missed games': {
    rules: { missed: 'own', missedLimit: 2 },
    holder: 'ann',
    seal: async (at, isOther) => {
      await pick(at, 'early', 'home');
      await want(at, { side: sideOf(isOther) });
    },
  },
  'what a player wants for a missed week': {
    rules: { ...survivor, missed: 'own' },
    holder: 'ann',
    seal: (at, isOther) => want(at, { teams: [isOther ? 'SF' : 'KC'] }),
  },
  'teams of later weeks': {
    rules: { ...survivor, deadline: 'own', deadlineDay: 'sunday', deadlineTime: '09:00' },
    holder: 'ann',
    seal: async (at, isOther) => {
      await enter(at, { gid: at.gids.second, team: 'SF' }, WEEK_2);
      await enter(at, { gid: at.gids.third, team: isOther ? 'LAR' : 'KC' }, WEEK_3);
    },
  },
  'the pick of a postponed game': {
    rules: { ...sides, missed: 'home', missedLimit: 1 },
    holder: 'ann',
    seal: (at, isOther) => pick(at, 'postponed', sideOf(isOther)),
  },
  'a side that was entered for its player': {
    rules: { ...sides, weekly: true },
    holder: 'ann',
    seal: (at, isOther) => pickFor(at, at.ann.userId, sideOf(isOther)),
  },
  'a guess that was entered for its player': {
    rules: sides,
    holder: 'ann',
    seal: (at, isOther) => guessFor(at, at.ann.userId, guessOf(isOther)),
  },
  'an order that was entered for its player': {
    rules: { ...confidence, scale: 'sixteen' },
    holder: 'ann',
    seal: async (at, isOther) => {
      await pickBoth(at);
      await enterFor(at, at.ann.userId, orderOf(at, isOther));
    },
  },
  'a team that was entered for its player': {
    rules: { ...survivor, goal: 'lose', survivorTie: 'wins', survivors: 'lives' },
    holder: 'ann',
    seal: (at, isOther) => enterFor(at, at.ann.userId, teamOf(at, isOther)),
  },
  'a side that its player took over or changed': {
    rules: sides,
    holder: 'ann',
    seal: async (at, isOther) => {
      await pickFor(at, at.ann.userId, 'home');
      await pick(at, 'late', sideOf(isOther));
    },
  },
  'a guess that its player took over or changed': {
    rules: sides,
    holder: 'ann',
    seal: async (at, isOther) => {
      await guessFor(at, at.ann.userId, guessOf(false));
      await guess(at, guessOf(isOther));
    },
  },
  'an order that its player took over or changed': {
    rules: confidence,
    holder: 'ann',
    seal: async (at, isOther) => {
      await pickBoth(at);
      await enterFor(at, at.ann.userId, orderOf(at, false));
      await enter(at, orderOf(at, isOther));
    },
  },
  'a team that its player took over or changed': {
    rules: { ...survivor, teamUses: 2, teamsAgainAfter: 1 },
    holder: 'ann',
    seal: async (at, isOther) => {
      await enterFor(at, at.ann.userId, teamOf(at, false));
      await enter(at, teamOf(at, isOther));
    },
  },
  'a side of a further entry': {
    rules: { ...sides, games: 3, lateJoin: 'lowest' },
    holder: 'ann',
    seal: async (at, isOther) => {
      await pick(at, 'late', 'home');
      await pickForSecond(at, 'late', sideOf(isOther));
    },
  },
  'a side that was copied from one entry to another': {
    rules: { ...sides, useSpread: true, roundSpread: true },
    holder: 'ann',
    seal: async (at, isOther) => {
      await pick(at, 'late', sideOf(isOther));
      await pickForSecond(at, 'late', sideOf(isOther));
    },
  },
  'the side of a player without an account': {
    rules: { ...sides, ...sundays },
    holder: 'paper',
    seal: (at, isOther) => pickFor(at, at.paper, sideOf(isOther)),
  },
  'the side of a player without an account beside that of a member': {
    rules: sides,
    holder: 'paper',
    seal: async (at, isOther) => {
      await pickFor(at, at.paper, sideOf(isOther));
      await pick(at, 'late', 'home');
    },
  },
  'the team of a player without an account': {
    rules: survivor,
    holder: 'paper',
    seal: (at, isOther) => enterFor(at, at.paper, teamOf(at, isOther)),
  },
  'a side that a link withdrew': {
    rules: sides,
    holder: 'paper',
    seal: async (at, isOther) => {
      await pickFor(at, at.paper, sideOf(isOther));
      await link(at);
    },
  },
  'a guess that a link withdrew': {
    rules: sides,
    holder: 'paper',
    seal: async (at, isOther) => {
      await guessFor(at, at.paper, guessOf(isOther));
      await link(at);
    },
  },
  'an order that a link withdrew': {
    rules: confidence,
    holder: 'paper',
    seal: async (at, isOther) => {
      await pickFor(at, at.paper, 'home');
      await enterFor(at, at.paper, orderOf(at, isOther));
      await link(at);
    },
  },
  'a team that a link withdrew': {
    rules: survivor,
    holder: 'paper',
    seal: async (at, isOther) => {
      await enterFor(at, at.paper, teamOf(at, isOther));
      await link(at);
    },
  },
  'a team that a link withdrew, whose game is off': {
    rules: survivor,
    holder: 'paper',
    seal: async (at, isOther) => {
      await enterFor(at, at.paper, isOther ? { gid: at.gids.off, team: 'NE' } : teamOf(at, false));
      await link(at);
    },
  },
  'what was taken back: a side, a best bet, a guess and a default': {
    rules: { ...sides, missed: 'own' },
    holder: 'ann',
    seal: async (at, isOther) => {
      await pick(at, 'last', 'home');
      if (!isOther) return;
      await pick(at, 'last', 'home', true);
      await pick(at, 'last', 'home', false);
      await pick(at, 'late', 'home');
      await pick(at, 'late', null);
      await guess(at, 40);
      await guess(at, null);
      await want(at, { side: 'home' });
      await want(at, null);
    },
  },
  'what was taken back: a team and a default': {
    rules: { ...survivor, missed: 'own' },
    holder: 'ann',
    seal: async (at, isOther) => {
      if (!isOther) return;
      await enter(at, teamOf(at, false));
      await enter(at, null);
      await want(at, { teams: ['KC'] });
      await want(at, null);
    },
  },
  'whether there is a guess or a default': {
    rules: { missed: 'own', tiebreak: 'closest', slate: 'chosen' },
    holder: 'ann',
    seal: async (at, isOther) => {
      if (!isOther) return;
      await guess(at, 40);
      await want(at, { side: 'home' });
    },
  },
  'a second team': {
    rules: { ...survivor, twoTeamsFrom: 1 },
    holder: 'ann',
    seal: async (at, isOther) => {
      await enter(at, { gid: at.gids.late, team: 'LV' });
      await enterSecond(at, isOther ? { gid: at.gids.last, team: 'SF' } : { gid: at.gids.last, team: 'LAR' });
    },
  },
  'a team of an entry that is out': {
    rules: { ...survivor, lives: 1, buyBacks: 1, buyBackUntil: 3, buyBackBy: 'owner', allOut: 'goOn' },
    holder: 'ann',
    seal: async (at, isOther) => {
      const { league, dana, poolId, gids } = at;
      await enter(at, { gid: gids.early, team: 'DAL' });
      (await league.pick(dana, poolId, { gid: gids.early, team: 'PHI' })).ok();
      await enter(at, { gid: gids.second, team: isOther ? 'SEA' : 'SF' }, WEEK_2);
    },
  },
  'a side and a guess of the new owner of an entry': {
    rules: sides,
    holder: 'ann',
    seal: async (at, isOther) => {
      await pickFor(at, at.paper, 'home');
      await link(at, at.ann);
      await pickForEntry(at, entryIdOf(at.poolId, at.paper), 'late', sideOf(isOther));
      await chooseFor(at, entryIdOf(at.poolId, at.paper), { gid: at.gids.last, total: guessOf(isOther) });
    },
  },
  'a team of the new owner of an entry': {
    rules: survivor,
    holder: 'ann',
    seal: async (at, isOther) => {
      await enterFor(at, at.paper, teamOf(at, false));
      await link(at, at.ann);
      const team = isOther ? { gid: at.gids.last, team: 'SF' } : { gid: at.gids.late, team: 'KC' };
      await chooseFor(at, entryIdOf(at.poolId, at.paper), team);
    },
  },
  'a side of the entry that a link fills, and whether it has a guess': {
    rules: { ...sides, entries: 2 },
    holder: 'ann',
    seal: async (at, isOther) => {
      await pickFor(at, at.paper, 'home', 'early');
      await pickFor(at, at.paper, 'home', 'late');
      await pick(at, 'late', sideOf(isOther));
      if (isOther) await guess(at, 40);
    },
  },
} as const satisfies Record<string, SealedThing>;

/** The name of a sealed value. */
export type SealedName = keyof typeof sealedThings;
export const allSealedNames = Object.keys(sealedThings) as SealedName[];

/** One of each kind of value, and of each way to enter it. */
const usualNames: readonly SealedName[] = [
  'a side',
  'a guess',
  'an order',
  'a team',
  'what a player wants for missed games',
  'teams of later weeks',
  'the pick of a postponed game',
  'a side that was entered for its player',
  'a side that a link withdrew',
  'whether there is a guess or a default',
  'a team of an entry that is out',
  'a side of the entry that a link fills, and whether it has a guess',
];

/** The sealed values of this run. */
export const sealedNames = isLong ? allSealedNames : usualNames;
