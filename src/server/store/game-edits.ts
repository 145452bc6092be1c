import { changedFields, changedMeanwhile } from '#core/audit.ts';
import type { Game } from '#core/types.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import type { Db } from './engine/connect.ts';
import type { GameChange } from './games.ts';

/** Who edits a game, and the values that they saw before. */
export interface Editor {
  readonly adminId: string;
  readonly seen: GameChange;
}

/** An edit that would undo what somebody else did meanwhile. */
export class EditConflict extends Error {
  /** The fields in question. */
  readonly fields: readonly string[];

  constructor(fields: readonly string[]) {
    super(`Changed meanwhile: ${fields.join(', ')}.`);
    this.fields = fields;
  }
}

/** Holds an edit against the game as it is now. @throws EditConflict */
export function refuseStaleEdit(game: Game, change: GameChange, seen: GameChange): void {
  const fields = changedMeanwhile<GameChange>(game, change, seen);
  if (fields.length > 0) throw new EditConflict(fields);
}

/** Notes an edit in the log, inside its transaction; one that changed nothing leaves no entry. */
export async function noteEdit(tx: Db, { adminId, now }: Actor, before: Game, after: Game): Promise<void> {
  const changed = changedFields(edited(before), edited(after));
  if (Object.keys(changed.after).length === 0) return;
  const { gid, weekId } = after;
  await writeAudit(tx, { act: 'game.edit', actorId: adminId, gid, weekId, ...changed }, now);
}

/** What an admin's edit can change; the rest follows from it, or is the feed's. */
function edited(game: Game) {
  const { status, homeScore, awayScore, kickoff, timeTbd, spread, allowSpreadUpdate, allowTimeUpdate, setByAdmin } =
    game;
  const score = { status, homeScore, awayScore, void: game.void };
  return { ...score, kickoff, timeTbd, spread, allowSpreadUpdate, allowTimeUpdate, setByAdmin };
}
