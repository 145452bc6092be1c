const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;
/** The first screen, and those that are for people who cannot sign in: nobody comes back to them. */
const OUTSIDE = /^\/(login|reset)?\/?(?=[?#]|$)/i;

/** Whether a text is a path of this site; anything else could lead a person away from it. */
export function isOwnPath(text: string): boolean {
  return OWN_PATH.test(text);
}

/** The screen that a person wanted before they were asked to sign in, where the text is one; the first screen is none. */
export function wantedPath(text: unknown): string | undefined {
  return typeof text === 'string' && isOwnPath(text) && !OUTSIDE.test(text) ? text : undefined;
}

/**
 * Where to sign in, and with `wanted` to go on from there: `/login?to=%2Fpicks`. What has a fragment stays in the fragment, since it
 * may be a secret: `/login#to=%2Fjoin%23token%3D…`.
 */
export function signInPath(wanted: unknown): string {
  const path = wantedPath(wanted);
  if (path === undefined) return '/login';
  return `/login${path.includes('#') ? '#' : '?'}to=${encodeURIComponent(path)}`;
}
