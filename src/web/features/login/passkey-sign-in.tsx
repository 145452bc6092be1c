import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { MINUTE_MS } from '#core/time.ts';
import { failureText } from '#web/lib/api.ts';
import { canOfferPasskeys, canUsePasskeys, isDeclined, signInWithPasskey } from '#web/lib/passkeys.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Shorter than the server waits for an answer, in ms. */
const RENEWED_EVERY_MS = 4 * MINUTE_MS;

interface PasskeySignInProps {
  /** Stands beside the button. */
  readonly children: ReactNode;
}

/** A button that signs in with a passkey; meanwhile the browser offers one in the field for the address. */
export function PasskeySignIn({ children }: PasskeySignInProps) {
  const { enter } = useAuth();
  const entering = useMutation({ mutationFn: () => enter(() => signInWithPasskey()) });
  const isAsking = entering.isPending;

  useEffect(() => {
    // A browser asks for one passkey at a time.
    if (isAsking) return;
    let offered = new AbortController();
    async function offer(): Promise<void> {
      offered.abort();
      offered = new AbortController();
      const { signal } = offered;
      if (!(await canOfferPasskeys()) || signal.aborted) return;
      // Whoever chooses none signs in another way.
      await enter(() => signInWithPasskey(signal)).catch(() => {});
    }
    void offer();
    const timer = setInterval(() => void offer(), RENEWED_EVERY_MS);
    return () => {
      clearInterval(timer);
      offered.abort();
    };
  }, [enter, isAsking]);

  const problem = entering.isError && !isDeclined(entering.error) ? failureText(entering.error) : null;
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-x-3">
        {canUsePasskeys() && (
          <button
            type="button"
            onClick={() => entering.mutate()}
            className="min-h-11 flex-1 rounded-lg text-ink-soft hover:text-ink"
          >
            Use a passkey
          </button>
        )}
        {children}
      </div>
      <Refusal text={problem} />
    </>
  );
}
