import type { LeftOut, Place } from './tree.ts';
import { childrenOf, fieldsOf, flagOr, isMap, textOf } from './tree.ts';

/** A user of an export. */
export interface OldUser {
  readonly uid: string;
  readonly path: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly isEnabled: boolean;
  readonly isAdmin: boolean;
}

/** Reads `Users`. The pools in their profiles are copies, and the default pool is chosen anew. */
export function readUsers(users: Place, leftOut: LeftOut[]): OldUser[] {
  return childrenOf(users, leftOut).flatMap((place) => {
    if (!isMap(place.value)) {
      leftOut.push({ path: place.path, reason: 'This is not a user.' });
      return [];
    }
    const field = fieldsOf(place);
    return [
      {
        uid: place.key,
        path: place.path,
        email: textOf(field('email')),
        name: textOf(field('displayname')),
        isEnabled: flagOr(field('isenabled'), true, leftOut),
        isAdmin: flagOr(field('isadmin'), false, leftOut),
      },
    ];
  });
}
