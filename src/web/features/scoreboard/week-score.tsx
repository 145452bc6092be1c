import { Icon } from '#web/ui/icon.tsx';

interface WeekScoreProps {
  /** None while the week has no final game. */
  readonly score: number | null | undefined;
  readonly won: boolean;
}

/** A week's score; the winner's of a finished week has a star. */
export function WeekScore({ score, won }: WeekScoreProps) {
  if (score === null || score === undefined) return <span className="text-ink-faint">–</span>;
  return (
    <span className={`relative font-display text-lg ${won ? 'font-semibold text-amber' : ''}`}>
      {score}
      {won && <Icon name="star" label="Won the week" className="absolute -top-0.5 left-full size-3 fill-current" />}
    </span>
  );
}
