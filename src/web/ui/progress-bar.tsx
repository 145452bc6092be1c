interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
}

/** A progress bar with a mark at each tenth. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  const part = max > 0 ? value / max : 1;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="yards relative h-3 overflow-hidden rounded-full"
    >
      <div
        className="h-full origin-left rounded-full bg-linear-to-r from-turf-deep to-turf-fill transition-transform duration-300"
        style={{ transform: `translateX(${(part - 1) * 100}%)` }}
      />
    </div>
  );
}
