import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './lib/query.ts';
import { AuthProvider } from './lib/session-provider.tsx';
import { ThemeProvider } from './lib/theme-provider.tsx';
import { followPerson } from './person.ts';
import { App } from './router.tsx';
import { Updates } from './updates/updates.tsx';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');

const client = createQueryClient((userId) => followPerson(client, userId));

createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <AuthProvider>
          <App />
        </AuthProvider>
      </QueryClientProvider>
      <Updates />
    </ThemeProvider>
  </StrictMode>,
);
