import { useId } from 'react';

interface SelectFieldProps<T extends string> {
  readonly label: string;
  readonly value: T;
  /** Each value with its text. */
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
  readonly note?: string | undefined;
}

/** A choice with its label, of the height of a `TextField`. */
export function SelectField<T extends string>({ label, value, options, onChange, note }: SelectFieldProps<T>) {
  const id = useId();
  function choose(text: string): void {
    const chosen = options.find(([option]) => option === text);
    if (chosen) onChange(chosen[0]);
  }
  return (
    <div>
      <label htmlFor={id} className="label mb-1.5 block truncate text-ink-soft">
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={note ? `${id}-hint` : undefined}
        onChange={(event) => choose(event.target.value)}
        className="block min-h-12 w-full min-w-0 truncate rounded-lg bg-panel-low px-3 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)]"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="mt-1 min-h-5 text-sm text-ink-faint" aria-live="polite">
        {note}
      </p>
    </div>
  );
}
