import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { SIGNED_UP_KEY } from '#web/lib/query.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { useSignInOptions } from '#web/lib/sign-in-options.ts';
import { readItem, writeItem } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';
import { CloseButton } from '#web/ui/close-button.tsx';

declare global {
  /** The browser's offer to install the app, while it stands. */
  var installPrompt: Event | undefined;
}

/** Remembers that somebody was offered to install the app on this device. */
const OFFERED_KEY = 'install-offered';

/** Lines that a person is told once. */
export function Hints() {
  const { user } = useAuth();
  if (user === null) return null;
  return (
    <>
      <ConfirmHint email={user.email} isConfirmed={user.emailVerified} />
      <InstallHint />
    </>
  );
}

/** After signing up, where the league sends mail. */
function ConfirmHint({ email, isConfirmed }: { readonly email: string; readonly isConfirmed: boolean }) {
  const { mail } = useSignInOptions();
  const { data: isNew } = useQuery<boolean>({ queryKey: SIGNED_UP_KEY, enabled: false });
  const [closed, setClosed] = useState(false);
  if (!isNew || !mail || isConfirmed || closed) return null;
  return (
    <Line onClose={() => setClosed(true)}>
      Open the link we sent to {email}, so you can get back in if you forget your password.
    </Line>
  );
}

/** After all games of a week are picked for the first time. */
function InstallHint() {
  const [way, setWay] = useState<'prompt' | 'share' | null>(null);
  useEffect(() => {
    const offer = (): void => {
      const found = wayToInstall();
      if (found === null || readItem(OFFERED_KEY) !== null) return;
      writeItem(OFFERED_KEY, 'yes');
      setWay(found);
    };
    addEventListener('all-picked', offer);
    return () => removeEventListener('all-picked', offer);
  }, []);
  if (way === null) return null;
  const close = (): void => setWay(null);
  if (way === 'share') {
    return <Line onClose={close}>Keep Pick'em on your home screen: tap Share, then Add to Home Screen.</Line>;
  }
  return (
    <Line
      onClose={close}
      action={
        <Button
          onClick={() => {
            close();
            void install();
          }}
        >
          Install
        </Button>
      }
    >
      Keep Pick'em on your home screen?
    </Line>
  );
}

/** How this browser installs the app; null where it does not, or has. */
function wayToInstall(): 'prompt' | 'share' | null {
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (globalThis.installPrompt) return 'prompt';
  const isApple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && 'ontouchend' in window);
  return isApple ? 'share' : null;
}

async function install(): Promise<void> {
  const { installPrompt } = globalThis;
  globalThis.installPrompt = undefined;
  if (installPrompt && 'prompt' in installPrompt && typeof installPrompt.prompt === 'function') {
    await installPrompt.prompt();
  }
}

interface LineProps {
  readonly onClose: () => void;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Line({ onClose, action, children }: LineProps) {
  return (
    <div className="panel pointer-events-auto mt-2 flex w-full max-w-lg items-center gap-3 py-1 pr-1 pl-4">
      <p className="min-w-0 flex-1 py-1.5 text-sm break-words">{children}</p>
      {action}
      <CloseButton onClose={onClose} />
    </div>
  );
}
