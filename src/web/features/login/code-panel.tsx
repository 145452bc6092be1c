import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { call, failureText } from '#web/lib/api.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Asks for the second factor of an account whose password, or provider, was right. */
export function CodePanel() {
  const { enter, signOut } = useAuth();
  const [isRecovery, setRecovery] = useState(false);
  const [error, setError] = useState<string>();
  const finishing = useMutation({
    mutationFn: (code: string) => enter(() => call('POST /api/auth/second-factor', { body: { code } })),
  });
  const leaving = useMutation({ mutationFn: signOut });
  const problem = leaving.error ?? finishing.error;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    finishing.reset();
    leaving.reset();
    setError(code === '' ? 'Enter the code' : undefined);
    if (code !== '') finishing.mutate(code);
  }

  const text = isRecovery
    ? 'Enter one of your recovery codes. It works once.'
    : 'Enter the code that your app shows now.';
  return (
    <form noValidate onSubmit={submit}>
      <title>Second factor · Pick'em</title>
      <h2 className="heading mb-2 text-xl">One more step</h2>
      <p className="mb-5 text-ink-soft">{text}</p>
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Code'}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        error={error}
        autoFocus
      />
      <Refusal text={problem && failureText(problem)} />
      <Button type="submit" isPaused={finishing.isPending} className="w-full text-xl">
        {finishing.isPending ? 'One moment...' : 'Sign in'}
      </Button>
      <button
        type="button"
        onClick={() => setRecovery(!isRecovery)}
        className="mt-2 min-h-11 w-full rounded-lg text-ink-soft hover:text-ink"
      >
        {isRecovery ? 'Use your app instead' : 'Use a recovery code'}
      </button>
      <button
        type="button"
        onClick={() => leaving.mutate()}
        className="min-h-11 w-full rounded-lg text-ink-soft hover:text-ink"
      >
        Start over
      </button>
    </form>
  );
}
