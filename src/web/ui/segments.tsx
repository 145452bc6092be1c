interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  /** Each value with its text, and with its name if the text is a sign. */
  readonly options: readonly (readonly [value: T, text: string, name?: string])[];
  /** Values that cannot be chosen now. */
  readonly disabled?: readonly T[];
  readonly onChange: (value: T) => void;
}

/** A choice between a few values, all of which are shown. */
export function Segments<T extends string>({ label, value, options, disabled = [], onChange }: SegmentsProps<T>) {
  return (
    <fieldset aria-label={label} className="mb-4 flex flex-wrap gap-1 rounded-lg bg-panel-low p-1">
      {options.map(([option, text, name]) => (
        <button
          key={option}
          type="button"
          aria-label={name}
          aria-pressed={option === value}
          disabled={disabled.includes(option)}
          onClick={() => onChange(option)}
          className="min-h-11 flex-1 rounded-md px-2 whitespace-nowrap max-[15rem]:whitespace-normal font-display text-lg font-medium text-ink-soft disabled:opacity-60 aria-pressed:bg-panel-high aria-pressed:text-ink aria-pressed:shadow-[inset_0_-3px_0_var(--amber-fill)]"
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
