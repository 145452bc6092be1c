const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

/** Whether a text is a path of this site; anything else could lead a person away from it. */
export function isOwnPath(text: string): boolean {
  return OWN_PATH.test(text);
}
