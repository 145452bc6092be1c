import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useEntries } from '#web/parts/entries.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { useAuth } from './session-provider.tsx';
import { useTheme } from './theme-provider.tsx';

function Lost({ helper }: { readonly helper: () => unknown }): null {
  helper();
  return null;
}

describe('helpers outside their provider', () => {
  it.each([
    [useAuth, 'useAuth must be used within an AuthProvider'],
    [useEntries, 'useEntries must be used within an EntryProvider'],
    [usePool, 'usePool must be used within a PoolProvider'],
    [useTheme, 'useTheme must be used within a ThemeProvider'],
    [useToast, 'useToast must be used within a ToastProvider'],
  ])('throw: %o', (helper, text) => {
    expect(() => renderToString(createElement(Lost, { helper }))).toThrow(new Error(text));
  });
});
