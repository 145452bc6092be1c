/** The path to go to after signing in, if it is one of this site; anything else could lead a person away from it. */
export function ownPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !/^\/(?![/\\])[^\s\\]*$/.test(path)) return undefined;
  return path === '/' || path.startsWith('/login') ? undefined : path;
}
