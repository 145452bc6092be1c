import { isSpreadLocked } from '#core/game.ts';
import { NO_PROGRESS, nextProgress } from '#core/game-progress.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { FeedField, Game } from '#core/types.ts';
import type { FeedSnapshot, FeedValues } from '../store/feed-games.ts';
import type { GameUpdate } from './merge-update.ts';

/** A game under way does not return to a snapshot older than this, in ms. */
const LONGEST_SILENCE_MS = 10 * MINUTE_MS;

/** The snapshot of a game after an update. The spread stays as it was when it locked. */
export function nextSnapshot(
  before: FeedSnapshot | undefined,
  game: Pick<Game, 'gid' | 'kickoff'>,
  { gid: _gid, weekId, clock, ...update }: GameUpdate,
  incoming: { readonly sourceId: string | null; readonly at: number },
  now: number,
): FeedSnapshot {
  const spread = before && isSpreadLocked(game, now) ? before.values.spread : (update.spread ?? before?.values.spread);
  const { spread: _, ...values } = { ...before?.values, ...update };
  return {
    gid: game.gid,
    sourceId: incoming.sourceId ?? before?.sourceId ?? null,
    weekId,
    values: { ...values, ...(spread === undefined ? {} : { spread }) },
    receivedAt: incoming.at,
    mayRegress: (before?.mayRegress ?? false) && update.status === undefined && update.void === undefined,
    progress: nextProgress(before?.progress ?? NO_PROGRESS, { ...update, ...(clock && { clock }) }),
  };
}

/** The feed's values of the fields that an admin returns to it; those that it never named, or named too long ago, stay. */
export function valuesToReturn(
  game: Game,
  snapshot: FeedSnapshot | undefined,
  fields: readonly FeedField[],
  now: number,
): Partial<Game> {
  if (!snapshot) return {};
  const { values } = snapshot;
  const isSilent =
    values.status !== 'Final' && !values.void && now >= game.kickoff && now - snapshot.receivedAt > LONGEST_SILENCE_MS;
  const returned = new Set(fields);
  return {
    ...(returned.has('status') && !isSilent ? only(values, ['status', 'void', 'situation']) : {}),
    ...(returned.has('score') && !isSilent ? only(values, ['homeScore', 'awayScore']) : {}),
    ...(returned.has('kickoff') && game.allowTimeUpdate ? only(values, ['kickoff', 'timeTbd']) : {}),
    ...(returned.has('spread') && game.allowSpreadUpdate ? only(values, ['spread']) : {}),
  };
}

function only(values: FeedValues, fields: readonly (keyof FeedValues)[]): Partial<Game> {
  return Object.fromEntries(fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));
}

/** A snapshot that changed nothing is stored now and then only, as a sign of life. */
export function isWorthStoring(before: FeedSnapshot | undefined, next: FeedSnapshot): boolean {
  if (!before || next.receivedAt - before.receivedAt > LONGEST_SILENCE_MS / 2) return true;
  return JSON.stringify({ ...next, receivedAt: 0 }) !== JSON.stringify({ ...before, receivedAt: 0 });
}
