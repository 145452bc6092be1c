import { Type } from 'typebox';
import { Password } from './shapes.ts';

/**
 * The part of a body that shows that the account is the caller's. `currentPassword` is required if there is one; if not, a session that began
 * a moment ago is required.
 */
export const Proof = { currentPassword: Type.Optional(Password) };

/** The failures that it brings. */
export const proofErrors = ['too_many_attempts', 'wrong_password', 'sign_in_again', 'busy'] as const;

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens don't matter. */
export const Code = Type.String({ minLength: 1, maxLength: 50 });
