import { applyTheme, initialTheme } from './lib/page-theme.ts';
import { prefetch } from './lib/prefetch.ts';

// Runs before anything is painted, while the app itself is on its way.
applyTheme(initialTheme());
prefetch();
