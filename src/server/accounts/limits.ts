import { createHmac } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { networksOf } from '#server/platform/http/limits.ts';
import type { Allowance } from './security-store.ts';
import { charge, deleteOldAttempts, forgive, refund } from './security-store.ts';

const SECOND = 1000;

/**
 * The rate of each kind of attempt: `burst` at once, and one more per `everyMs`. Successful attempts are refunded with `refund`, so a whole
 * office behind one address can sign in. Attempts `from` an address count for the address and for its wider network.
 */
const rates = {
  /** Wrong passwords and unknown addresses from one connection. */
  'sign-in from': { burst: 20, everyMs: 10 * SECOND },
  /** Wrong passwords for one e-mail address, from anywhere. */
  'sign-in to': { burst: 10, everyMs: MINUTE_MS },
  /** Wrong passwords from a device that signed in to the account before, counted separately. */
  'sign-in on': { burst: 10, everyMs: 30 * SECOND },
  /** Wrong codes of one account, from those who know its password. */
  'second factor of': { burst: 5, everyMs: 2 * MINUTE_MS },
  /** Mails to one owner about such codes. */
  'wrong codes of': { burst: 1, everyMs: DAY_MS },
  'sign-up from': { burst: 40, everyMs: MINUTE_MS },
  'sign-up as': { burst: 10, everyMs: MINUTE_MS },
  'reset from': { burst: 10, everyMs: MINUTE_MS },
  'reset of': { burst: 3, everyMs: 10 * MINUTE_MS },
  /** Mails to one owner about new devices. */
  'new device of': { burst: 5, everyMs: 10 * MINUTE_MS },
  'password of': { burst: 5, everyMs: MINUTE_MS },
  'verify again': { burst: 3, everyMs: 10 * MINUTE_MS },
  /** A rename makes all viewers of the pool reload. */
  'rename by': { burst: 10, everyMs: MINUTE_MS },
  /** All members of the pool are notified. */
  'announce in': { burst: 10, everyMs: 60 * MINUTE_MS },
  /** New and edited messages of one user. */
  'talk by': { burst: 12, everyMs: 5 * SECOND },
  /** Reactions of one user, set and removed. */
  'react by': { burst: 30, everyMs: 2 * SECOND },
  'face by': { burst: 10, everyMs: MINUTE_MS },
  'push test by': { burst: 5, everyMs: MINUTE_MS },
  /** Hooks of one pool: added, tested and replayed. */
  'hook of': { burst: 10, everyMs: MINUTE_MS },
  'join by': { burst: 20, everyMs: 30 * SECOND },
  'invite from': { burst: 40, everyMs: 10 * SECOND },
  'provider from': { burst: 40, everyMs: 10 * SECOND },
  /** Pick links that are opened or used, those that work included. */
  'pick link from': { burst: 40, everyMs: 5 * SECOND },
} as const;

/**
 * Factor for the limit of the wider network: 65,536 addresses give an attacker little advantage, and one user cannot use up the limit of
 * all neighbors.
 */
const WIDER = 8;

export type LimitedThing = keyof typeof rates;

/** A kind of attempt and its key: the IP address it comes `from`, an e-mail address, an account, a device. */
export type Attempt = readonly [thing: LimitedThing, whose: string];

/** Counts attempts in the database, so that all nodes count together. */
export interface Limits {
  /** @returns 0 if all are allowed and counted, else how long to wait, in ms; then none is counted */
  take(attempts: readonly Attempt[]): Promise<number>;
  /** Uncounts attempts, because they succeeded. */
  refund(attempts: readonly Attempt[]): Promise<void>;
  /** Clears all attempts of a key, in the caller's transaction. */
  forgive(attempt: Attempt, tx: Db): Promise<void>;
}

const CLEAN_EVERY_MS = 10 * MINUTE_MS;

/** @param secret hashes the keys in the table */
export function createLimits(db: Db, secret: string, now: () => number = Date.now): Limits {
  let cleanedAt = now();
  const allowance = (thing: LimitedThing, whose: string, times = 1): Allowance => {
    const { burst, everyMs } = rates[thing];
    return { key: `${thing} ${sign(secret, whose)}`, burst: burst * times, everyMs: everyMs / times };
  };
  const allowances = ([thing, whose]: Attempt): Allowance[] => {
    if (!thing.endsWith(' from')) return [allowance(thing, whose)];
    const { network, wider } = networksOf(whose);
    return [allowance(thing, network), allowance(thing, wider, WIDER)];
  };

  return {
    async take(attempts) {
      if (now() - cleanedAt > CLEAN_EVERY_MS) {
        cleanedAt = now();
        await deleteOldAttempts(db, now());
      }
      return charge(db, attempts.flatMap(allowances), now());
    },
    refund: (attempts) => refund(db, attempts.flatMap(allowances)),
    async forgive(attempt, tx) {
      for (const { key } of allowances(attempt)) await forgive(tx, key);
    },
  };
}

function sign(secret: string, whose: string): string {
  return createHmac('sha256', secret).update(`attempts ${whose}`).digest('base64url').slice(0, 22);
}
