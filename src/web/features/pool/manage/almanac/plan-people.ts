import type { AlmanacPlanReply } from '#contract/almanac.ts';
import { compareNames } from '#core/name-order.ts';

/** Somebody whom a name can be. */
export type AlmanacPerson = AlmanacPlanReply['people'][number];

type People = Pick<AlmanacPlanReply, 'people' | 'players'>;

/** Whom a name can be, by name: nobody who is matched with somebody else. */
export function peopleIn({ people, players }: People): AlmanacPerson[] {
  const matched = matchedIn(players);
  return people.filter(({ id }) => !matched.has(id)).sort(compareNames);
}

/** Players who are somebody else, by id, with the id of that person. */
export function matchedIn(players: AlmanacPlanReply['players']): ReadonlyMap<string, string> {
  return new Map(players.flatMap(({ id, personId }) => (personId === null ? [] : [[id, personId] as const])));
}
