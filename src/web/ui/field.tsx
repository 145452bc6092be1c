import type { ReactNode } from 'react';
import { useId } from 'react';

/** The attributes of the input, text area or select of a field. */
interface InputAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: string;
  /** What is wrong with the value. */
  readonly error?: string | null | undefined;
  readonly note?: string | null | undefined;
}

/** A label with its control, and the error below. */
export function Field({
  label,
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
      <label htmlFor={id} className="label mb-1.5 block text-ink-soft">
        {label}
      </label>
      {children(attributes)}
      {/* The room for one line is always there, so that the form does not jump when a text appears. */}
      <p
        id={`${id}-hint`}
        className={`mt-1 mb-1.5 min-h-5 text-sm ${error ? 'text-red' : 'text-ink-faint'}`}
        aria-live="polite"
      >
        {hint}
      </p>
    </div>
  );
}
