import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { PASSKEY_NAME_MAX } from '#core/passkeys.ts';
import { call, failureText } from '#web/lib/api.ts';
import type { BegunPasskey } from '#web/lib/passkeys.ts';
import { addPasskey, canUsePasskeys, isDeclined } from '#web/lib/passkeys.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { ProfileSection } from './profile-section.tsx';
import type { Proof } from './proof-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';

type Reply = ReplyOf<'GET /api/auth/passkeys'>;
type Passkey = Reply['passkeys'][number];

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call('GET /api/auth/passkeys', {}, signal),
  refetchOnMount: 'always',
  meta: { failure: 'Error fetching the passkeys' },
});

/** What a dialog is about: a new passkey, or one that is renamed or removed. */
type Asked = { readonly act: 'add' } | { readonly act: 'rename' | 'remove'; readonly passkey: Passkey };

/** The passkeys of the account. Where the browser makes none, those of other devices can still be removed. */
export function Passkeys() {
  return (
    <ProfileSection title="Passkeys">
      <p className="mb-4 text-ink-soft">
        Sign in with your fingerprint, your face or the PIN of your device. Your password still works.
      </p>
      <Loaded
        query={useQuery(passkeysQuery)}
        failure="Couldn't load your passkeys"
        skeleton={<Skeleton className="h-12" />}
      >
        {({ passkeys }) => <PasskeyList passkeys={passkeys} />}
      </Loaded>
    </ProfileSection>
  );
}

function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const client = useQueryClient();
  const { secondFactor } = useMe();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [begun, setBegun] = useState<BegunPasskey | null>(null);
  const changing = useMutation({
    mutationFn: async ({ act, proof }: { readonly act: Asked; readonly proof: Proof }) => {
      if (act.act !== 'add') return change(act, proof);
      const making = begun ?? (await begin(proof));
      // Who declines has shown already that the account is theirs.
      setBegun(making);
      return addPasskey(proof.name, making).catch((error: Error) => {
        if (!isDeclined(error)) setBegun(null);
        throw error;
      });
    },
    onSuccess: (reply) => {
      client.setQueryData(passkeysQuery.queryKey, reply);
      setAsked(null);
    },
  });

  function ask(next: Asked): void {
    changing.reset();
    setBegun(null);
    setAsked(next);
  }

  return (
    <>
      <ul className="grid gap-3">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex min-h-11 flex-wrap items-center gap-2">
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{passkey.name}</p>
              <p className="text-sm text-ink-soft">{usedText(passkey)}</p>
            </div>
            <Button tone="plain" aria-label={`Rename ${passkey.name}`} onClick={() => ask({ act: 'rename', passkey })}>
              Rename
            </Button>
            <Button tone="plain" aria-label={`Remove ${passkey.name}`} onClick={() => ask({ act: 'remove', passkey })}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {canUsePasskeys() ? (
        <Button tone="plain" className={passkeys.length > 0 ? 'mt-4' : ''} onClick={() => ask({ act: 'add' })}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-ink-soft">Browsers allow new passkeys only at an https:// address with a name.</p>
      )}
      {asked !== null && (
        <ProofDialog
          {...wordsOf(asked)}
          {...(asked.act === 'add' && begun === null && { asksCode: secondFactor !== null })}
          {...(begun !== null && { asksPassword: false })}
          problem={changing.isError ? problemOf(changing.error) : null}
          isPending={changing.isPending}
          onProof={(proof) => changing.mutate({ act: asked, proof })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

const nameField = (suggestion: string) => ({ label: 'Name', suggestion, maxLength: PASSKEY_NAME_MAX });

function wordsOf(asked: Asked) {
  switch (asked.act) {
    case 'add':
      return { title: 'Add a passkey', text: 'Give it a name that you recognize.', name: nameField(deviceName()) };
    case 'rename':
      return { title: 'Rename passkey', text: '', name: nameField(asked.passkey.name), asksPassword: false };
    case 'remove':
      return { title: 'Remove passkey', text: `You will no longer be able to sign in with ${asked.passkey.name}.` };
  }
}

function begin({ code, currentPassword }: Proof): Promise<BegunPasskey> {
  const proof = currentPassword === undefined ? {} : { currentPassword };
  return call('POST /api/auth/passkeys/begin', { body: { ...proof, ...(code !== '' && { code }) } });
}

function change(asked: Exclude<Asked, { readonly act: 'add' }>, { name, currentPassword }: Proof): Promise<Reply> {
  const proof = currentPassword === undefined ? {} : { currentPassword };
  switch (asked.act) {
    case 'rename':
      return call('POST /api/auth/passkeys/rename', { body: { id: asked.passkey.id, name } });
    case 'remove':
      return call('POST /api/auth/passkeys/remove', { body: { id: asked.passkey.id, ...proof } });
  }
}

function problemOf(error: Error): string {
  if (error.name === 'InvalidStateError') return 'This device has a passkey for your account already.';
  return isDeclined(error) ? 'No passkey was created. Please try again.' : failureText(error);
}

/** What most people call the device that they hold. */
function deviceName(): string {
  return matchMedia('(pointer: coarse)').matches ? 'My phone' : 'My computer';
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

function usedText({ usedAt }: Passkey): string {
  return usedAt === null ? 'Not used yet' : `Last used ${day.format(usedAt)}`;
}
