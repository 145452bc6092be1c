interface DigitsProps {
  /** A number or a clock. Digits and blanks get cells of one width, so that nothing moves when the value changes. */
  readonly value: number | string;
  readonly className?: string;
}

/** Digits of the scoreboard. The display face has digits of different widths, so each gets its own cell. */
export function Digits({ value, className = '' }: DigitsProps) {
  const text = String(value);
  return (
    <span role="img" aria-label={text} className={`inline-flex leading-none ${className}`}>
      {cellsOf(text).map(({ fromRight, character }) => (
        <span key={fromRight} className={/[\d ]/.test(character) ? 'w-[0.56em] text-center' : 'w-[0.3em] text-center'}>
          {character}
        </span>
      ))}
    </span>
  );
}

/** Keys count from the right, so that the units keep theirs when a number grows. */
function cellsOf(text: string): { fromRight: number; character: string }[] {
  return [...text].map((character, place) => ({ fromRight: text.length - place, character }));
}
