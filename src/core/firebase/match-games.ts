import { pairing } from '#core/game.ts';
import type { Game } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import type { OldGame } from './games.ts';
import type { LeftOut } from './tree.ts';

/** A game of an export that we do not have, under the id that it gets. */
export type MissingGame = OldGame['fields'] & Pick<Game, 'gid' | 'weekId'>;

/** The games of an export beside ours. */
export interface MatchedGames {
  /** The ids here, by `oldGameKey`. */
  readonly gids: ReadonlyMap<string, string>;
  readonly missing: readonly MissingGame[];
  /** Games whose result in the export is not ours. Ours stays. */
  readonly otherResults: readonly { readonly old: OldGame; readonly ours: Game }[];
  readonly leftOut: readonly LeftOut[];
}

/** Ids are part of URLs. */
const GAME_ID = /^\w[\w.-]{0,63}$/;

/** A key for a game of an export, whose id is unique in its week only. */
export function oldGameKey({ weekId, gid }: Pick<OldGame, 'weekId' | 'gid'>): string {
  return `${weekId}\n${gid}`;
}

/**
 * Finds each game of an export among ours: by its id, or else by its teams, who meet there once a season and once in its playoffs. So a game
 * that moved to another week since is found, too. All others are missing, unless one of their teams plays another game in that week.
 */
export function matchGames(old: readonly OldGame[], ours: readonly Game[]): MatchedGames {
  const known = new Map(
    ours.flatMap((game) => [game.gid, meeting(game)].map((key) => [key, game] as [string, Played & Pick<Game, 'gid'>])),
  );
  const results = new Map(ours.map((game) => [game.gid, game]));
  const playing = new Set(ours.flatMap(teamWeeks));
  const uses = Map.groupBy(old, ({ gid }) => gid);
  const gids = new Map<string, string>();
  const missing: MissingGame[] = [];
  const otherResults: { old: OldGame; ours: Game }[] = [];
  const leftOut: LeftOut[] = [];

  function add(game: OldGame): void {
    const { weekId, fields } = game;
    const { home, away } = fields;
    const isUnique = GAME_ID.test(game.gid) && uses.get(game.gid)?.length === 1 && !known.has(game.gid);
    // Lists number the games of each week anew.
    const gid = isUnique ? game.gid : `${weekId}_${away}_${home}`;
    const added = { ...fields, gid, weekId };
    missing.push(added);
    gids.set(oldGameKey(game), gid);
    known.set(gid, added).set(meeting(added), added);
    for (const key of teamWeeks(added)) playing.add(key);
  }

  for (const game of old) {
    const wanted = { ...game.fields, weekId: game.weekId };
    const byGid = known.get(game.gid);
    const found = byGid && meeting(byGid) === meeting(wanted) ? byGid : known.get(meeting(wanted));
    if (found !== undefined) gids.set(oldGameKey(game), found.gid);
    else if (teamWeeks(wanted).some((key) => playing.has(key)))
      leftOut.push({ path: game.path, reason: 'One of the teams plays another game in that week here.' });
    else add(game);
    const result = results.get(found?.gid ?? '');
    if (result !== undefined && isOtherResult(game, result)) otherResults.push({ old: game, ours: result });
  }
  return { gids, missing, otherResults, leftOut };
}

type Played = Pick<Game, 'weekId' | 'home' | 'away'>;

function teamWeeks({ weekId, home, away }: Played): string[] {
  return [`${weekId} ${home}`, `${weekId} ${away}`];
}

/** Ids have no spaces, so this is none. */
function meeting(game: Played): string {
  return `${parseWeekId(game.weekId)?.season} ${pairing(game)}`;
}

function isOtherResult({ fields }: OldGame, { status, homeScore, awayScore }: Game): boolean {
  if (fields.status !== 'Final') return false;
  return status !== 'Final' || homeScore !== fields.homeScore || awayScore !== fields.awayScore;
}
