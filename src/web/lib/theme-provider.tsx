import type { ReactNode } from 'react';
import { createContext, use, useMemo, useState } from 'react';
import type { Theme } from '#core/appearance.ts';
import { otherTheme, THEME_KEY } from '#core/appearance.ts';
import { applyTheme, currentTheme } from './page-theme.ts';
import { writeItem } from './storage.ts';

interface ThemeSwitch {
  readonly theme: Theme;
  readonly toggle: () => void;
}

const ThemeContext = createContext<ThemeSwitch | null>(null);

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState(currentTheme);
  const value = useMemo<ThemeSwitch>(() => {
    const toggle = (): void => {
      const next = otherTheme(theme);
      applyTheme(next);
      writeItem(THEME_KEY, next);
      setTheme(next);
    };
    return { theme, toggle };
  }, [theme]);
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

/** The page's theme, and how to switch to the other one. */
export function useTheme(): ThemeSwitch {
  const value = use(ThemeContext);
  if (value === null) throw new Error('useTheme must be used within a ThemeProvider');
  return value;
}
