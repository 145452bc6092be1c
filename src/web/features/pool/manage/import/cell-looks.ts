import type { PickState } from '#core/sheet/plan-import.ts';

/** How a cell of the preview is shown. */
export type CellKind = PickState | 'buyBack' | 'problem' | 'ignored' | 'label';

interface CellLook {
  /** A sign that distinguishes it without its color. */
  readonly sign: string;
  readonly className: string;
}

const quiet: CellLook = { sign: '', className: 'text-ink-soft' };
const bad: CellLook = { sign: '!', className: 'bg-red-wash text-red' };

export const cellLooks: Readonly<Record<CellKind, CellLook>> = {
  new: { sign: '+', className: 'bg-turf-wash text-turf' },
  buyBack: { sign: '↺', className: 'bg-turf-wash text-turf' },
  same: { sign: '=', className: 'text-ink' },
  differs: { sign: '≠', className: 'bg-amber-wash text-amber' },
  leftOut: { sign: '–', className: 'text-ink-soft' },
  open: { sign: '○', className: 'text-ink-soft' },
  openWeek: { sign: '○', className: 'text-ink-soft' },
  off: { sign: '–', className: 'text-ink-soft' },
  own: bad,
  repeated: { sign: '=', className: 'text-ink' },
  conflict: bad,
  noOrder: bad,
  replaced: { sign: '↷', className: 'text-ink-soft' },
  problem: bad,
  out: { sign: '–', className: 'text-ink-soft' },
  ignored: quiet,
  label: { sign: '', className: 'font-medium text-ink' },
};
