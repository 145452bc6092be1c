import type { Rate } from './token-buckets.ts';
import { TokenBuckets } from './token-buckets.ts';

const SECOND = 1000;

/** What one person may do on one node, however many browsers and programs they use. */
export interface PersonRates {
  /** Changes: each pick, and each other call that changes something. */
  readonly changes: Rate;
  /** Calls of any kind, and messages of live connections. */
  readonly calls: Rate;
  /** Calls of one session that end sessions or belong to them (access `account`), and so count for no person. */
  readonly ofSession: Rate;
  /** Refusals that are answered at once; further ones are held. */
  readonly refusals: Rate;
  /** Live connections that are opened. */
  readonly openings: Rate;
  /** Readings of somebody's private calendar. */
  readonly calendarsOf: Rate;
  /** Readings of private calendars by one network: a large calendar program reads those of many people from one. */
  readonly calendarsFrom: Rate;
  /** Live connections that are open at the same time. */
  readonly connections: number;
  /** Messages of each of them in a minute. */
  readonly messages: number;
}

/** A season is picked in a few minutes, and a screen is a few calls; nobody who plays gets near these. */
export const personRates: PersonRates = {
  changes: { burst: 200, everyMs: SECOND / 2 },
  calls: { burst: 300, everyMs: SECOND / 20 },
  ofSession: { burst: 60, everyMs: SECOND },
  refusals: { burst: 20, everyMs: SECOND },
  openings: { burst: 60, everyMs: SECOND },
  calendarsOf: { burst: 20, everyMs: 30 * SECOND },
  calendarsFrom: { burst: 200, everyMs: SECOND / 2 },
  connections: 20,
  messages: 200,
};

type Counted = Exclude<keyof PersonRates, 'connections' | 'messages'>;

/** What each person has done lately. Kept in memory: a node counts for itself. */
export type PersonLimits = Readonly<Record<Counted, TokenBuckets>> & Pick<PersonRates, 'connections' | 'messages'>;

/** @param now any clock in ms that never goes back */
export function createPersonLimits(rates: PersonRates = personRates, now?: () => number): PersonLimits {
  const { changes, calls, ofSession, refusals, openings, calendarsOf, calendarsFrom, connections, messages } = rates;
  return {
    changes: new TokenBuckets(changes, now),
    calls: new TokenBuckets(calls, now),
    ofSession: new TokenBuckets(ofSession, now),
    refusals: new TokenBuckets(refusals, now),
    openings: new TokenBuckets(openings, now),
    calendarsOf: new TokenBuckets(calendarsOf, now),
    calendarsFrom: new TokenBuckets(calendarsFrom, now),
    connections,
    messages,
  };
}
