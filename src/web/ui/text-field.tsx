import type { InputHTMLAttributes } from 'react';
import { useId } from 'react';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** What is wrong with the value. */
  readonly error?: string | null;
  readonly note?: string;
}

export function TextField({ label, error, note, ...input }: TextFieldProps) {
  const id = useId();
  const hint = error ?? note;
  return (
    <div>
      <label htmlFor={id} className="label mb-1.5 block text-ink-soft">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="block min-h-12 w-full rounded-lg bg-panel-low px-3.5 text-base text-ink shadow-[inset_0_0_0_1px_var(--line-strong),inset_0_2px_4px_var(--line)] read-only:bg-transparent read-only:text-ink-soft read-only:shadow-[inset_0_0_0_1px_var(--line)] aria-invalid:shadow-[inset_0_0_0_2px_var(--red)]"
      />
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
