import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { clearOfflineCache, startOfflineCache } from './lib/offline-cache.ts';
import { PREFETCH_KEY } from './lib/prefetch.ts';
import { createQueryClient } from './lib/query.ts';
import { AuthProvider } from './lib/session-provider.tsx';
import { removeItem } from './lib/storage.ts';
import { ThemeProvider } from './lib/theme-provider.tsx';
import { askBeforeGoingBack } from './lib/unsaved-changes.ts';
import { App } from './router.tsx';
import { Updates } from './updates/updates.tsx';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');

const client = createQueryClient(onUserChange);

/** Caches what this person saw on the device, and removes another person's data. */
function onUserChange(userId: string | null): void {
  if (userId === null) removeItem(PREFETCH_KEY);
  void (userId === null ? clearOfflineCache() : startOfflineCache(client, userId));
}

askBeforeGoingBack();

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <AuthProvider>
          <App />
          <Updates />
        </AuthProvider>
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
);
