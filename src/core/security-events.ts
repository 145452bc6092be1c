/** The events of the security log: the log stores the name, screens show the words. */
export const securityEvents = [
  'sign-up',
  'sign-in',
  'new-device',
  'sign-in-failed',
  'refused',
  'limited',
  'reset-asked',
  'reset-done',
  'password-changed',
  'provider-connected',
  'provider-removed',
  'provider-failed',
  'passkey-added',
  'passkey-removed',
  'second-factor-asked',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-made',
  'recovery-code-used',
  'pick-link-used',
  'session-ended',
  'role-given',
  'role-taken',
  'enabled',
  'disabled',
  'account-closed',
] as const;

/** The name of an event. */
export type SecurityEvent = (typeof securityEvents)[number];

const words: Readonly<Record<SecurityEvent, string>> = {
  'sign-up': 'signed up',
  'sign-in': 'signed in',
  'new-device': 'signed in on a new device',
  'sign-in-failed': 'failed to sign in',
  refused: 'was refused',
  limited: 'tried too often',
  'reset-asked': 'asked for a new password',
  'reset-done': 'set a new password with a link',
  'password-changed': 'changed the password',
  'provider-connected': 'connected a provider',
  'provider-removed': 'disconnected a provider',
  'provider-failed': 'could not sign in with a provider',
  'passkey-added': 'added a passkey',
  'passkey-removed': 'removed a passkey',
  'second-factor-asked': 'was asked for the second factor',
  'second-factor-on': 'turned on the second factor',
  'second-factor-off': 'turned off the second factor',
  'recovery-codes-made': 'got new recovery codes',
  'recovery-code-used': 'used a recovery code',
  'pick-link-used': 'filled in picks with the link in a reminder',
  'session-ended': 'ended a session',
  'role-given': 'became an admin',
  'role-taken': 'lost the admin role',
  enabled: 'was enabled',
  disabled: 'was disabled',
  'account-closed': 'closed the account',
};

/** The words for an event on a screen. The log may contain names from another version of the program. */
export function eventText(event: string): string {
  return isSecurityEvent(event) ? words[event] : event;
}

/**
 * Events that can be repeated without limit, by anybody or by users with an account. The log keeps a limited number of each kind, so
 * failures caused by strangers do not hide who signed in.
 */
const repeatable = {
  anybody: ['sign-in-failed', 'refused', 'limited', 'reset-asked', 'provider-failed'],
  members: ['sign-in', 'new-device', 'session-ended', 'second-factor-asked', 'pick-link-used'],
} as const satisfies Readonly<Record<string, readonly SecurityEvent[]>>;

/** Who can repeat an event without limit. */
export type Repeater = keyof typeof repeatable;

/** Who can repeat an event without limit; null if nobody can. */
export function repeaterOf(event: SecurityEvent): Repeater | null {
  const repeaters = Object.keys(repeatable) as Repeater[];
  return repeaters.find((repeater) => (repeatable[repeater] as readonly SecurityEvent[]).includes(event)) ?? null;
}

function isSecurityEvent(text: string): text is SecurityEvent {
  return Object.hasOwn(words, text);
}
