import { PickMark } from '#web/parts/pick-mark.tsx';

/** What the marks of the board mean. */
export function SurvivorLegend({ isLive }: { readonly isLive: boolean }) {
  return (
    <ul aria-label="Legend" className="matchup-legend mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      <li className="flex items-center gap-1">
        <PickMark result="correct" /> won
      </li>
      <li className="flex items-center gap-1">
        <PickMark result="incorrect" /> lost or tied, cost a life
      </li>
      <li className="flex items-center gap-1">
        <PickMark result="pending" /> open
      </li>
      {isLive && (
        <li className="flex items-center gap-1.5">
          <span className="leading-sample" aria-hidden="true" /> winning right now
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span className="sealed">Set</span> team chosen, sealed until its game locks
      </li>
      <li className="flex items-center gap-1.5">
        <span className="text-red">None</span> no team, cost a life
      </li>
      <li className="flex items-center gap-1.5">
        <span className="text-amber">Off</span> called off, cost no life
      </li>
    </ul>
  );
}
