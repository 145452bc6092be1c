import { useMutation } from '@tanstack/react-query';
import { useAuth } from '#web/lib/session-provider.tsx';

export function SignOutButton({ className }: { readonly className: string }) {
  const { signOut } = useAuth();
  const leaving = useMutation({ mutationFn: signOut, onError: (error) => console.error('Error signing out', error) });
  return (
    <button type="button" disabled={leaving.isPending} onClick={() => leaving.mutate()} className={className}>
      {leaving.isError ? 'Logout failed. Try again' : 'Logout'}
    </button>
  );
}
