import type { PickResult } from '#core/picks.ts';
import { Icon } from '#web/ui/icon.tsx';

interface PickMarkProps {
  readonly result: Exclude<PickResult, 'none'>;
  readonly className?: string;
}

/** The result of a pick: a green check, a red cross, a half, or a blue dot if it is not known yet (section 4). */
export function PickMark({ result, className = 'size-4' }: PickMarkProps) {
  if (result === 'correct') return <Icon name="check" label="Correct pick" className={`text-turf ${className}`} />;
  if (result === 'incorrect') return <Icon name="cross" label="Incorrect pick" className={`text-red ${className}`} />;
  if (result === 'split') {
    return (
      <span role="img" aria-label="Half right" className={`grid place-items-center text-amber ${className}`}>
        ½
      </span>
    );
  }
  return (
    <span
      role="img"
      aria-label="Pick made - waiting for result"
      title="Pick made - waiting for result"
      className={`grid shrink-0 place-items-center ${className}`}
    >
      <span className="size-[55%] rounded-full bg-blue" />
    </span>
  );
}
