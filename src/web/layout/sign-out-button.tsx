import { useState } from 'react';
import { useAuth } from '#web/lib/session-provider.tsx';

export function SignOutButton({ className }: { readonly className: string }) {
  const { signOut } = useAuth();
  const [state, setState] = useState<'in' | 'leaving' | 'failed'>('in');

  function leave(): void {
    setState('leaving');
    signOut().catch((error: unknown) => {
      console.error('Error signing out', error);
      setState('failed');
    });
  }

  return (
    <button type="button" disabled={state === 'leaving'} onClick={leave} className={className}>
      {state === 'failed' ? 'Logout failed. Try again' : 'Logout'}
    </button>
  );
}
