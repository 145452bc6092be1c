import { useEffect } from 'react';
import { useGo } from './navigation.tsx';

/** Leads on to another path of this site; the place it stands in is not one to come back to. */
export function GoTo({ path }: { readonly path: string }) {
  const go = useGo();
  useEffect(() => go(path, { replace: true }), [go, path]);
  return null;
}
