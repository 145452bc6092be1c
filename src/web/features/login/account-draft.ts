import { confirmPasswordError, emailError, passwordError, signUpNameError } from '#core/validation.ts';

/** What a person typed. */
export interface AccountDraft {
  readonly email: string;
  readonly password: string;
  readonly displayName: string;
  readonly confirmation: string;
}

/** What is wrong, by field, in the order of the form. */
export type AccountErrors = { readonly [K in keyof AccountDraft]?: string };

/** Signing in asks for an address and any password: the rules for new ones may be younger than the account. */
export function checkSignIn({ email, password }: AccountDraft): AccountErrors {
  return found({ email: emailError(email), password: password === '' ? passwordError('') : null });
}

export function checkSignUp({ email, password, displayName, confirmation }: AccountDraft): AccountErrors {
  return found({
    displayName: signUpNameError(displayName),
    email: emailError(email),
    password: passwordError(password),
    confirmation: confirmPasswordError(password, confirmation),
  });
}

function found(errors: { readonly [K in keyof AccountDraft]?: string | null }): AccountErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== null));
}
