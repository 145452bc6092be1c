import { addTallies } from './calls.ts';
import { entriesByPerson, personOf } from './league.ts';
import type { AlmanacEntry, League, Tally } from './season.ts';

/** Somebody's own picks over all seasons. */
export interface OwnRecord extends Record<'picks' | 'favorites' | 'underdogs' | 'home' | 'away', Tally> {
  /** By how much they cost: wrong picks of the team less right ones, the most first. */
  teams: { team: string; picked: Tally; against: Tally }[];
}

/** A person's own record; empty for somebody who never played. */
export function ownRecord(league: League, personId: string): OwnRecord {
  const id = personOf(league, personId);
  const entries = league.seasons.flatMap((season) => entriesByPerson(league, season).get(id) ?? []);
  const sum = (tallyOf: (entry: AlmanacEntry) => Tally) => addTallies(entries.map(tallyOf));
  const [picked, against] = [byTeam(entries.map(({ teams }) => teams)), byTeam(entries.map((entry) => entry.against))];
  const teams = [...new Set([...picked.keys(), ...against.keys()])].map((team) => ({
    team,
    picked: addTallies(picked.get(team) ?? []),
    against: addTallies(against.get(team) ?? []),
  }));
  return {
    picks: addTallies(entries.flatMap(({ picks }) => picks)),
    teams: teams.toSorted((a, b) => cost(b.picked) - cost(a.picked) || (a.team < b.team ? -1 : 1)),
    favorites: sum(({ favorites }) => favorites),
    underdogs: sum(({ underdogs }) => underdogs),
    home: sum(({ home }) => home),
    away: sum(({ away }) => away),
  };
}

function byTeam(records: readonly Readonly<Record<string, Tally>>[]): ReadonlyMap<string, readonly Tally[]> {
  const tallies = records.flatMap((record) => Object.entries(record));
  const grouped = Map.groupBy(tallies, ([team]) => team);
  return new Map([...grouped].map(([team, own]) => [team, own.map(([, tally]) => tally)]));
}

function cost({ right, wrong }: Tally): number {
  return wrong - right;
}
