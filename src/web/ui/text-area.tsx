import type { TextareaHTMLAttributes } from 'react';
import { useId } from 'react';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly error?: string | null;
  readonly note?: string;
}

/** A `TextField` of several lines. */
export function TextArea({ label, error, note, ...input }: TextAreaProps) {
  const id = useId();
  const hint = error ?? note;
  return (
    <div>
      <label htmlFor={id} className="label mb-1.5 block text-ink-soft">
        {label}
      </label>
      <textarea
        rows={3}
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="block min-h-12 w-full rounded-lg bg-panel-low px-3.5 py-3 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)] aria-invalid:shadow-[inset_0_0_0_2px_var(--red)]"
      />
      <p
        id={`${id}-hint`}
        className={`mt-1 min-h-5 text-sm ${error ? 'text-red' : 'text-ink-faint'}`}
        aria-live="polite"
      >
        {hint}
      </p>
    </div>
  );
}
