interface ChanceBarProps {
  /** 1 to 99. */
  readonly percent: number;
  /** Of the bar and its track: position, height and color. */
  readonly className: string;
}

/** A chance as a bar. The number stands beside it as text. */
export function ChanceBar({ percent, className }: ChanceBarProps) {
  return (
    <span aria-hidden="true" className={`chance block overflow-hidden rounded-full ${className}`}>
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
