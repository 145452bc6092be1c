/** What is tried first by whoever guesses in a football league; capitals aside. General lists lack these. */
const OFTEN_TRIED = new Set(
  `49ers1 admin123 bears1 changeme1 chiefs1 dolphins1 falcons1 football12 football123 hunter2 p@ssword1 passw0rd1
  patriots1 pickem1 pickem123 princess1 saints1 seahawks1 steelers1 superbowl1 touchdown1 welcome12 welcome123`.split(
    /\s+/,
  ),
);

/** A password that is a name with no more characters than this besides is too weak. */
const BESIDES_A_NAME = 3;

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
}

/**
 * Whether a password that keeps the rules of section 5 is too weak all the same (section 8, "Weak password"): one of
 * those that are tried first, or its owner's name or address with at most three characters more.
 * @param commonest passwords that many people use, in small letters
 */
export function isTooWeak(
  password: string,
  { email, displayName }: PasswordOwner,
  commonest: ReadonlySet<string>,
): boolean {
  const plain = password.toLowerCase();
  const bare = plain.replace(/[!.?]+$/, '');
  if (commonest.has(plain) || commonest.has(bare) || OFTEN_TRIED.has(bare)) return true;
  const names = [email, email.split('@', 1)[0] ?? '', displayName].map((name) => name.trim().toLowerCase());
  return names.some((name) => name !== '' && plain.includes(name) && plain.length - name.length <= BESIDES_A_NAME);
}
