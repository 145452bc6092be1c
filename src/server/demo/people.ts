/** Somebody who plays in the demo, and how they pick. */
export interface Person {
  /** Stays the same, whatever display name they choose later. */
  readonly key: string;
  readonly name: string;
  /** How far they follow the spread: 1 nearly always the favorite, 0 by whim, below 0 against it. */
  readonly chalk: number;
  /** The chance that they forget a game. */
  readonly forgets: number;
  /** The team they always pick. */
  readonly fanOf?: string;
  /** They also play in the pools against the spread and with confidence. */
  readonly playsSpread: boolean;
  /** Whether the demo keeps them in its survivor pool, or puts them out early; where it does neither, they fare as their teams do. */
  readonly survives?: boolean;
}

/** Somebody whom visitors can sign in as. */
export interface NamedPerson extends Person {
  readonly email: string;
  readonly isAdmin: boolean;
}

/** The password of every named account of the demo, printed at its start. */
export const DEMO_PASSWORD = 'Demo-Sunday-1';

export const namedPeople: readonly NamedPerson[] = [
  {
    ...person('commissioner', 'Commissioner Quinn', 0.6, 0.01),
    survives: true,
    email: 'commissioner@demo.pickem',
    isAdmin: true,
  },
  { ...person('alex', 'Alex Rivera', 0.75, 0.02), survives: true, email: 'alex@demo.pickem', isAdmin: false },
  { ...person('sam', 'Sam Okafor', 0.45, 0.03), survives: false, email: 'sam@demo.pickem', isAdmin: false },
];

/** Players without an account. */
export const bots: readonly Person[] = [
  person('marcus', 'Marcus Bell', 0.85, 0.01),
  person('priya', 'Priya Nair', 0.95, 0),
  { ...person('jenna', 'Jenna Kowalski', 0.5, 0.02), fanOf: 'GB' },
  { ...person('tony', 'Big Tony', 0.4, 0.05), fanOf: 'NYG' },
  person('ruth', 'Grandma Ruth', 0.05, 0),
  person('dev', 'Dev Patel', 0.8, 0.01),
  { ...person('luis', 'Luis Ortega', 0.65, 0.02), fanOf: 'DAL' },
  person('hannah', 'Hannah Lindqvist', 0.7, 0.01),
  person('brenner', 'Coach Brenner', 0.9, 0),
  person('terrence', 'Terrence Cole', -0.25, 0.03),
  { ...person('mei', 'Mei Tanaka', 0.75, 0.01), fanOf: 'SEA' },
  { ...person('sully', 'Sully', 0.55, 0.08, false), fanOf: 'NE' },
  person('nadia', 'Nadia Haddad', 0.8, 0.01),
  person('oskar', 'Oskar Weiss', 0.3, 0.04, false),
  { ...person('bree', 'Bree Thompson', 0.6, 0.02, false), fanOf: 'KC' },
  { ...person('walt', 'Uncle Walt', 0.2, 0.12, false), fanOf: 'CHI' },
];

export function findPerson(key: string): Person | undefined {
  return [...namedPeople, ...bots].find((each) => each.key === key);
}

/** Whether visitors can sign in as somebody. */
export function isNamed({ key }: Person): boolean {
  return namedPeople.some((named) => named.key === key);
}

function person(key: string, name: string, chalk: number, forgets: number, playsSpread = true): Person {
  return { key, name, chalk, forgets, playsSpread };
}
