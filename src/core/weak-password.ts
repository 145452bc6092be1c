/** What is tried first by whoever guesses, of the passwords that the rules of section 5 let pass; capitals aside. */
const OFTEN_TRIED = new Set(
  `1q2w3e4r 1qaz2wsx 49ers1 a123456 a1b2c3d4 aa123456 abc12345 abcd1234 admin1 admin123 asdf1234 baseball1 batman1
  bears1 broncos1 changeme1 charlie1 chiefs1 cowboys1 dallas1 dolphins1 dragon1 eagles1 falcons1 football1 football12
  football123 giants1 hello123 hunter2 iloveyou1 iloveyou2 jordan23 letmein1 master1 michael1 monkey1 nicole1 p@ssw0rd
  p@ssword1 packers1 pass123 pass1234 passw0rd passw0rd1 password1 password12 password123 patriots1 pickem1 pickem123
  princess1 q1w2e3r4 qwer1234 qwerty1 qwerty12 qwerty123 raiders1 saints1 seahawks1 shadow1 steelers1
  summer1 sunshine1 superbowl1 superman1 test123 test1234 touchdown1 trustno1 vikings1 welcome1 welcome12 welcome123
  winter1 zaq12wsx`.split(/\s+/),
);

/** A name shorter than this may stand in a password. */
const NAME_MIN = 4;

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
}

/**
 * Whether a password that keeps the rules of section 5 is too weak all the same (section 8, "Weak password"): one of
 * those that are tried first, or made of its owner's name or address.
 */
export function isTooWeak(password: string, { email, displayName }: PasswordOwner): boolean {
  const plain = password.toLowerCase();
  if (OFTEN_TRIED.has(plain.replace(/[!.?]+$/, ''))) return true;
  const names = [email.split('@', 1)[0] ?? '', displayName].map((name) => name.trim().toLowerCase());
  return names.some((name) => name.length >= NAME_MIN && plain.includes(name));
}
