import { firstTheme, showTheme } from './lib/page-theme.ts';

showTheme(firstTheme());
