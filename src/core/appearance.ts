/** The logo in the header changes this often (section 9). */
export const LOGO_SWAP_MS = 5000;
/** There are this many footer pictures (section 9). */
export const FOOTER_COUNT = 29;

/** The key the theme is stored under (section 9). */
export const THEME_KEY = 'theme';
/** The two themes (section 9). */
export const themes = ['light', 'dark'] as const;
/** One of the two themes. */
export type Theme = (typeof themes)[number];

/** The theme to start with: the stored one, else what the system prefers (null: it does not say), else light (section 4). */
export function startingTheme(stored: string | null, prefersDark: boolean | null): Theme {
  return themes.find((theme) => theme === stored) ?? (prefersDark ? 'dark' : 'light');
}

/** The other theme. */
export function otherTheme(theme: Theme): Theme {
  return theme === 'light' ? 'dark' : 'light';
}

/**
 * Which footer picture to show, 0 to 28, by chance; after a broken one, one of the others (section 8).
 * `random` is a number from 0 up to but not including 1.
 */
export function pickFooter(random: number, broken: number | null): number {
  if (broken === null) return Math.floor(random * FOOTER_COUNT);
  const steps = 1 + Math.floor(random * (FOOTER_COUNT - 1));
  return (broken + steps) % FOOTER_COUNT;
}
