import type { TextareaHTMLAttributes } from 'react';
import type { FieldProps } from './field.tsx';
import { Field } from './field.tsx';

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
