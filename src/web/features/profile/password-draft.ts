import { confirmPasswordError, passwordError } from '#core/validation.ts';

export interface PasswordDraft {
  /** Undefined where the account has no password yet. */
  readonly current: string | undefined;
  readonly password: string;
  readonly confirmation: string;
}

/** What is wrong, by field, in the order of the form. */
export type PasswordErrors = { readonly [K in keyof PasswordDraft]?: string };

export function checkPassword({ current, password, confirmation }: PasswordDraft): PasswordErrors {
  const errors = {
    current: current === '' ? passwordError('') : null,
    password: passwordError(password),
    confirmation: confirmPasswordError(password, confirmation),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== null));
}
