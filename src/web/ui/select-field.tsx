import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

interface SelectFieldProps<T extends string> extends Omit<FieldProps, 'error'> {
  readonly value: T;
  readonly disabled?: boolean;
  /** Each value with its text. */
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
}

/** A select with its label, as high as a `TextField`. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  onChange,
  note,
  disabled = false,
}: SelectFieldProps<T>) {
  function choose(text: string): void {
    const chosen = options.find(([option]) => option === text);
    if (chosen) onChange(chosen[0]);
  }
  return (
    <Field label={label} note={note}>
      {(parts) => (
        <select
          {...parts}
          value={value}
          disabled={disabled}
          onChange={(event) => choose(event.target.value)}
          className="block min-h-12 w-full min-w-0 truncate rounded-lg bg-panel-low px-3 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)]"
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
