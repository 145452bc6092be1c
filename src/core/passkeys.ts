/** The signatures that passkeys may make, best first: Ed25519, P-256 and RSA, by their numbers at IANA (COSE). */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** As long as the name of a passkey may be. */
export const PASSKEY_NAME_MAX = 60;
