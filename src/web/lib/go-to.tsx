import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Leads on to another path of this site, once. (The router's own `Navigate` goes again with every drawing of what
 * surrounds it, and that is drawn while the next screen is on its way.)
 */
export function GoTo({ path }: { readonly path: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(path), [history, path]);
  return null;
}
