import './lives.css';

interface LivesProps {
  readonly left: number;
  /** The number of lives at the start. */
  readonly of: number;
}

const HEART = 'M12 20.5C5 15.5 2.5 12 2.5 8.5A5 5 0 0 1 12 6.5a5 5 0 0 1 9.5 2c0 3.5-2.5 7-9.5 12Z';

/** A heart for each life; lost ones as outlines. */
export function Lives({ left, of }: LivesProps) {
  return (
    <span role="img" aria-label={livesText(left)} title={livesText(left)} className="lives">
      {Array.from({ length: of }, (_, at) => at + 1).map((life) => (
        <svg key={life} viewBox="0 0 24 24" aria-hidden="true" className={life <= left ? '' : 'lost'}>
          <path d={HEART} />
        </svg>
      ))}
    </span>
  );
}

function livesText(left: number): string {
  if (left === 0) return 'No lives left';
  return left === 1 ? '1 life left' : `${left} lives left`;
}
