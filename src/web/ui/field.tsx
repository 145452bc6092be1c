import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { useId } from 'react';

/** The attributes of the input, text area or select of a field. */
interface InputAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: string;
  /** Whether only screen readers have the label, because it stands nearby. */
  readonly isLabelHidden?: boolean;
  /** Whether it stands in a row of a list: no space is reserved for an error, which would double the row. */
  readonly isDense?: boolean;
  /** The error of the value. */
  readonly error?: string | null | undefined;
  readonly note?: string | null | undefined;
}

/** Focuses the first field of a form with an error, or with nothing in it that is required, and unfolds what is around it. */
export function focusFirstFlaw(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], :is(input, textarea):invalid');
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

/** A label with its control, and the error below. */
export function Field({
  label,
  isLabelHidden = false,
  isDense = false,
  error,
  note,
  children,
}: FieldProps & { readonly children: (attributes: InputAttributes) => ReactNode }) {
  const id = useId();
  const hint = error ?? note;
  const attributes = {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': hint ? `${id}-hint` : undefined,
  };
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'label mb-1.5 block text-ink-soft'}>
        {label}
      </label>
      {children(attributes)}
      {/* Space for one line is reserved, so that the form does not jump when a text appears. */}
      <p
        id={`${id}-hint`}
        className={`${isDense ? 'empty:hidden' : 'min-h-5'} mt-1 mb-1.5 text-sm ${error ? 'text-red' : 'text-ink-faint'}`}
        aria-live="polite"
      >
        {hint}
      </p>
    </div>
  );
}

/** The look of an input of one line. */
export const inputLook =
  'block min-h-12 w-full rounded-lg bg-panel-low px-3.5 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)] read-only:bg-transparent read-only:text-ink-soft read-only:shadow-[inset_0_0_0_1px_var(--line)] aria-invalid:shadow-[inset_0_0_0_2px_var(--red)]';

export function TextField({
  label,
  isLabelHidden,
  isDense,
  error,
  note,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} isDense={isDense} error={error} note={note}>
      {(parts) => <input {...input} {...parts} className={inputLook} />}
    </Field>
  );
}

/** A `TextField` of several lines. */
export function TextArea({ label, error, note, ...input }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} error={error} note={note}>
      {(parts) => (
        <textarea
          rows={3}
          {...input}
          {...parts}
          className="block min-h-12 w-full rounded-lg bg-panel-low px-3.5 py-3 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)] aria-invalid:shadow-[inset_0_0_0_2px_var(--red)]"
        />
      )}
    </Field>
  );
}

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
  isLabelHidden = false,
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
    <Field label={label} isLabelHidden={isLabelHidden} note={note}>
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
