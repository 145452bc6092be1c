/** The first guesses of an attacker in a football league, ignoring capitals. General lists lack these. */
const OFTEN_TRIED = new Set(
  `49ers1 admin123 bears1 changeme1 chiefs1 dolphins1 falcons1 football12 football123 hunter2 p@ssword1 passw0rd1
  patriots1 pickem1 pickem123 princess1 saints1 seahawks1 steelers1 superbowl1 touchdown1 welcome12 welcome123`.split(
    /\s+/,
  ),
);

/** A password is too weak if it is a name plus at most this many characters. */
const BESIDES_A_NAME = 3;

/** The owner of the password. */
export interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
}

/**
 * Whether a password that follows the rules of section 5 is still too weak (section 8, "Weak password"): one of the first guesses, or its
 * owner's name or address with at most three more characters.
 * @param commonest passwords that many people use, in lowercase
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
