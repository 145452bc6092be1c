/** The logo in the header changes this often, in ms (section 9). */
export const LOGO_SWAP_MS = 5000;
/** The number of footer pictures (section 9). */
export const FOOTER_COUNT = 29;

/** The storage key of the theme (section 9). */
export const THEME_KEY = 'theme';
/** The two themes (section 9). */
export const themes = ['light', 'dark'] as const;
/** One of the two themes. */
export type Theme = (typeof themes)[number];

/** The initial theme: the stored one, else the system's preference (null if it has none), else light (section 4). */
export function startingTheme(stored: string | null, prefersDark: boolean | null): Theme {
  return themes.find((theme) => theme === stored) ?? (prefersDark ? 'dark' : 'light');
}

/** The other theme. */
export function otherTheme(theme: Theme): Theme {
  return theme === 'light' ? 'dark' : 'light';
}

/**
 * The footer picture to show, 0 to 28, at random among those that are not broken (section 8). Null if all are. `random` is a number from 0
 * up to but not including 1.
 */
export function pickFooter(random: number, broken: readonly number[]): number | null {
  const left = Array.from({ length: FOOTER_COUNT }, (_, at) => at).filter((at) => !broken.includes(at));
  return left[Math.floor(random * left.length)] ?? null;
}
