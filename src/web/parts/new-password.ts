import { confirmPasswordError, passwordError } from '#core/validation.ts';

/** The fields of a form for a new password. */
export interface PasswordDraft {
  /** Undefined where the current password is not asked for. */
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

/** Reads the fields by their names; one that is not there is undefined, or empty. */
export function readPasswords(form: HTMLFormElement): PasswordDraft {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    current: data.has('current') ? text('current') : undefined,
    password: text('password'),
    confirmation: text('confirmation'),
  };
}
