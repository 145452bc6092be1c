import type { ReactNode } from 'react';
import { createContext, use, useMemo, useState } from 'react';
import type { Theme } from '#core/appearance.ts';
import { otherTheme, THEME_KEY } from '#core/appearance.ts';
import { shownTheme, showTheme } from './page-theme.ts';
import { remember } from './storage.ts';

interface ThemeSwitch {
  readonly theme: Theme;
  readonly toggle: () => void;
}

const ThemeContext = createContext<ThemeSwitch | null>(null);

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState(shownTheme);
  const value = useMemo<ThemeSwitch>(() => {
    const toggle = (): void => {
      const next = otherTheme(theme);
      showTheme(next);
      remember(THEME_KEY, next);
      setTheme(next);
    };
    return { theme, toggle };
  }, [theme]);
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

/** The theme on the page, and the switch to the other one. */
export function useTheme(): ThemeSwitch {
  const value = use(ThemeContext);
  if (value === null) throw new Error('useTheme must be used within a ThemeProvider');
  return value;
}
