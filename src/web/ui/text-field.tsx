import type { InputHTMLAttributes } from 'react';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

export function TextField({ label, error, note, ...input }: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} error={error} note={note}>
      {(parts) => (
        <input
          {...input}
          {...parts}
          className="block min-h-12 w-full rounded-lg bg-panel-low px-3.5 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)] read-only:bg-transparent read-only:text-ink-soft read-only:shadow-[inset_0_0_0_1px_var(--line)] aria-invalid:shadow-[inset_0_0_0_2px_var(--red)]"
        />
      )}
    </Field>
  );
}
