import { applyTheme, initialTheme } from './lib/page-theme.ts';
import { prefetch } from './lib/prefetch.ts';

// Runs before the first paint, while the app is still loading.
applyTheme(initialTheme());
prefetch();
