interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  /** Each value with its text, and with its name if the text is a sign. */
  readonly options: readonly (readonly [value: T, text: string, name?: string])[];
  readonly onChange: (value: T) => void;
}

/** A choice between a few values, all of which are shown. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  return (
    <fieldset aria-label={label} className="mb-4 flex flex-wrap gap-1 rounded-lg bg-panel-low p-1">
      {options.map(([option, text, name]) => (
        <button
          key={option}
          type="button"
          aria-label={name}
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className="min-h-11 flex-1 rounded-md px-2 whitespace-nowrap max-[15rem]:whitespace-normal font-display text-lg font-medium text-ink-soft aria-pressed:bg-panel-high aria-pressed:text-ink aria-pressed:shadow-[inset_0_-3px_0_var(--amber-fill)]"
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
