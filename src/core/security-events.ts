/** What the security log keeps, each event under one name: the log keeps the name, screens show the words. */
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
  'session-ended',
  'role-given',
  'role-taken',
  'enabled',
  'disabled',
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
  'reset-done': 'set a new password by a link',
  'password-changed': 'changed the password',
  'provider-connected': 'connected a provider',
  'provider-removed': 'disconnected a provider',
  'session-ended': 'ended a session',
  'role-given': 'became an admin',
  'role-taken': 'lost the admin role',
  enabled: 'was enabled',
  disabled: 'was disabled',
};

/** What an event is called on a screen. The log may hold names that another version of the program wrote. */
export function eventWords(event: string): string {
  return isSecurityEvent(event) ? words[event] : event;
}

/** Events that anybody can cause as often as they like. The log keeps only so many of them. */
export const repeatableEvents: readonly SecurityEvent[] = ['sign-in-failed', 'refused', 'limited', 'reset-asked'];

function isSecurityEvent(text: string): text is SecurityEvent {
  return Object.hasOwn(words, text);
}
