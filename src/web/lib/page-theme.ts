import type { Theme } from '#core/appearance.ts';
import { startingTheme, THEME_KEY } from '#core/appearance.ts';
import { readItem } from './storage.ts';

/** The color of the browser's bars around the page on phones: that of the header. */
const frameColors: Readonly<Record<Theme, string>> = { light: '#fffcf3', dark: '#070e1a' };

/** The theme the page starts with (section 4). */
export function initialTheme(): Theme {
  return startingTheme(readItem(THEME_KEY), matchMedia('(prefers-color-scheme: dark)').matches);
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  themeColorMeta().content = frameColors[theme];
}

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function themeColorMeta(): HTMLMetaElement {
  const known = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (known !== null) return known;
  const added = document.createElement('meta');
  added.name = 'theme-color';
  document.head.append(added);
  return added;
}
