const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;
/** The first screen, and the screens for signed-out users: sign-in never returns to them. */
const OUTSIDE = /^\/(login|reset)?\/?(?=[?#]|$)/i;

/** Whether a text is a path of this site. Anything else could redirect a person to another site. */
export function isOwnPath(text: string): boolean {
  return OWN_PATH.test(text);
}

/** The screen that a person wanted before they were asked to sign in, if the text is a valid one; the first screen counts as none. */
export function wantedPath(text: unknown): string | undefined {
  return typeof text === 'string' && isOwnPath(text) && !OUTSIDE.test(text) ? text : undefined;
}

/**
 * The sign-in path that then continues to `wanted`: `/login?to=%2Fpicks`. A path with a fragment is passed in the fragment, since it may be
 * a secret: `/login#to=%2Fjoin%23token%3D…`.
 */
export function signInPath(wanted: unknown): string {
  const path = wantedPath(wanted);
  if (path === undefined) return '/login';
  return `/login${path.includes('#') ? '#' : '?'}to=${encodeURIComponent(path)}`;
}

/** The code of a link that somebody typed or pasted: itself, or the token of a whole link; null if there is none. */
export function linkCode(text: string): string | null {
  const trimmed = text.trim();
  const code = /[#&?]token=([\w-]+)/.exec(trimmed)?.[1] ?? trimmed;
  return /^[\w-]{8,200}$/.test(code) ? code : null;
}
