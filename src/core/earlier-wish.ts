import type { Fields } from './fields.ts';
import { teamSlot } from './formats/survivor/survivor.ts';

/**
 * The fields of a wish, from those of the release before: its pages send that form while they are open, and devices may have stored it. The
 * release after this one drops this file, and what imports it.
 */
export function wishOf({ kind, gid, side, best, weekId, total, order, team, second }: Fields): Fields {
  switch (kind) {
    case 'pick':
      return { kind, about: gid, value: side === null ? null : { side, ...(best !== undefined && { best }) } };
    case 'guess':
      return { kind, about: weekId, value: { gid, total } };
    case 'order':
      return { kind, about: weekId, value: { order } };
    default:
      return { kind, about: teamSlot(String(weekId), second === true), value: team };
  }
}
