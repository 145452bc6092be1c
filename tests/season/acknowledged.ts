/** What the league has acknowledged, kept by the test alone. */
import type { SlotKind } from '#core/pick.ts';

/** A stored state of a pick, with its value as text. */
export interface Stored {
  readonly value: string;
  readonly revision: number;
}

interface Slot extends Stored {
  /** Values that were sent and never answered: each may be stored, too. */
  readonly unanswered: readonly string[];
}

const NONE: Slot = { value: 'null', revision: 0, unanswered: [] };

export function slotName(entryId: string, kind: SlotKind, about: string): string {
  return `${entryId} ${kind} ${about}`;
}

/** A value as text, the same for each order of its fields. */
export function textOf(value: object | null): string {
  return value === null ? 'null' : JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export class Acknowledged {
  readonly #slots = new Map<string, Slot>();

  revisionOf(name: string): number {
    return this.#of(name).revision;
  }

  /** A value is sent. It may be stored until it is answered. */
  send(name: string, value: string): void {
    const slot = this.#of(name);
    this.#slots.set(name, { ...slot, unanswered: [...slot.unanswered, value] });
  }

  refuse(name: string, value: string): void {
    const slot = this.#of(name);
    this.#slots.set(name, { ...slot, unanswered: slot.unanswered.filter((each) => each !== value) });
  }

  /** What was sent before it is settled. @param revision that of before or a later one, if the answer does not say it */
  save(name: string, value: string, revision = this.revisionOf(name)): void {
    const { unanswered } = this.#of(name);
    this.#slots.set(name, { value, revision, unanswered: unanswered.slice(unanswered.lastIndexOf(value) + 1) });
  }

  /** Compares everything with what is stored. What was not answered is settled by that. @returns what is wrong */
  problems(stored: ReadonlyMap<string, Stored>): string[] {
    return [...new Set([...stored.keys(), ...this.#slots.keys()])].flatMap((name) => {
      const { value, revision, unanswered } = this.#of(name);
      const found = stored.get(name) ?? NONE;
      const isRight = found.value === value || unanswered.includes(found.value);
      this.#slots.set(name, { ...NONE, value: found.value, revision: found.revision });
      if (isRight && found.revision >= revision) return [];
      const known = [value, ...unanswered].join(' or ');
      return [
        `${name}: ${found.value} in revision ${found.revision} is stored, not ${known} from revision ${revision}`,
      ];
    });
  }

  #of(name: string): Slot {
    return this.#slots.get(name) ?? NONE;
  }
}
