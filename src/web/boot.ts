import { applyTheme, initialTheme } from './lib/page-theme.ts';
import { prefetch } from './lib/prefetch.ts';

// Runs before anything is painted, while the app itself is on its way.
applyTheme(initialTheme());
prefetch();
for (const file of __SCREEN_FILES__[location.pathname] ?? []) {
  const link = document.createElement('link');
  if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' });
  else link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
