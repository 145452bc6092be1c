/** What the acts of a season share. */
import type { ErrorCode } from '#contract/errors.ts';
import type { RouteName } from '#contract/index.ts';
import type { Reply } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import type { Dice } from '#tests/dice.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { Scene } from './checks.ts';
import type { Faults } from './faulty-store.ts';

export interface Stage {
  readonly scene: Scene;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly acknowledged: Acknowledged;
  readonly players: readonly Person[];
  /** The commissioner of all pools, who also plays in them. */
  readonly runner: Person;
  /** Adds a line to the story of the season. */
  tell(line: string): void;
}

/** The value that a call stores in a slot, and the call. */
export interface Change<K extends RouteName> {
  /** For the story. */
  readonly what: string;
  readonly slot: string;
  readonly value: string;
  call(): Promise<Reply<K>>;
}

/**
 * Sends a change. If its answer is lost, it is sent again.
 * @returns the code of the answer, or `ok`; null without an answer
 */
export async function sendChange<K extends RouteName>(
  stage: Stage,
  change: Change<K>,
): Promise<ErrorCode | 'ok' | null> {
  const isLost = stage.dice.chance(0.15);
  const code = await sendOnce(stage, change, isLost);
  return isLost && !stage.faults.hasEnded ? sendOnce(stage, change, false, true) : code;
}

async function sendOnce<K extends RouteName>(
  { acknowledged, faults, tell }: Stage,
  { what, slot, value, call }: Change<K>,
  isLost: boolean,
  isAgain = false,
): Promise<ErrorCode | 'ok' | null> {
  acknowledged.send(slot, value);
  const reply = await faults.beforeEnd(call()).catch(() => null);
  tell(`${what} -> ${isLost ? 'lost, ' : ''}${reply === null ? 'no answer' : (reply.code ?? reply.status)}`);
  if (reply === null || isLost || reply.status >= 500) return null;
  if (reply.code === null) acknowledged.save(slot, value);
  // The first call may have stored it.
  else if (!isAgain) acknowledged.refuse(slot, value);
  return reply.code ?? 'ok';
}
