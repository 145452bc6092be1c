import { readTeam } from '#core/team-names.ts';
import type { OldGame } from './games.ts';
import { readGames } from './games.ts';
import type { OldPick } from './picks.ts';
import { readPicks } from './picks.ts';
import type { OldPool } from './pools.ts';
import { readPools } from './pools.ts';
import type { OldScore } from './scores.ts';
import { readScores } from './scores.ts';
import type { LeftOut, Place } from './tree.ts';
import { childrenOf, isMap, rootOf } from './tree.ts';
import type { OldUser } from './users.ts';
import { readUsers } from './users.ts';

/** What a Realtime Database export of the old system holds (specification sections 3 and 7). */
export interface FirebaseExport {
  readonly users: readonly OldUser[];
  readonly pools: readonly OldPool[];
  readonly games: readonly OldGame[];
  readonly picks: readonly OldPick[];
  readonly scores: readonly OldScore[];
  readonly leftOut: readonly LeftOut[];
}

const parts: readonly string[] = ['users', 'pools', 'weeks', 'poolpicks', 'poolscores', 'teams'];

/** Reads an export. Never throws: what makes no sense is left out with its path and a reason. @param json its parsed JSON */
export function readExport(json: unknown): FirebaseExport {
  const leftOut: LeftOut[] = [];
  const root = rootOf(json);
  if (!isMap(json)) leftOut.push({ path: '/', reason: 'This is not an export of a Realtime Database.' });
  const children = childrenOf(root, leftOut);
  const part = (name: string): Place => children.find(({ key }) => key.toLowerCase() === name) ?? rootOf(null);
  for (const { key, path } of children)
    if (!parts.includes(key.toLowerCase())) leftOut.push({ path, reason: 'This is not a part of a pool.' });
  const { pools, deleted } = readPools(part('pools'), leftOut);
  reportUnknownTeams(part('teams'), leftOut);
  return {
    users: readUsers(part('users'), leftOut),
    pools,
    games: readGames(part('weeks'), leftOut),
    picks: readPicks(part('poolpicks'), deleted, leftOut),
    scores: readScores(part('poolscores'), deleted, leftOut),
    leftOut,
  };
}

/** The teams are ours. */
function reportUnknownTeams(teams: Place, leftOut: LeftOut[]): void {
  for (const { key, path } of childrenOf(teams, leftOut))
    if (readTeam(key).abbr === null) leftOut.push({ path, reason: 'This is not a team that we know.' });
}
