import type { InputHTMLAttributes } from 'react';
import { useState } from 'react';
import { PASSWORD_MAX } from '#core/validation.ts';
import type { FieldProps } from './field.tsx';
import { Field, inputLook } from './field.tsx';

type PasswordFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'maxLength'>;

/** A field for a password, with a button that shows what was typed. */
export function PasswordField({ label, error, note, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} error={error} note={note}>
      {(parts) => (
        <div className="relative">
          <input
            {...input}
            {...parts}
            type={isShown ? 'text' : 'password'}
            maxLength={PASSWORD_MAX}
            autoCapitalize="none"
            spellCheck={false}
            className={`${inputLook} pr-18!`}
          />
          <button
            type="button"
            aria-label={`${isShown ? 'Hide' : 'Show'} what you typed`}
            aria-controls={parts.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 min-w-16 rounded-lg text-sm text-ink-soft hover:text-ink"
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}
