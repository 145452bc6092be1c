import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { ANNOUNCEMENT_MAX, announcementError } from '#core/announcements.ts';
import { cleanMessage } from '#core/talk.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/** Sends an announcement to the members. */
export function AnnouncePanel({ poolId }: { readonly poolId: string }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  useUnsavedChanges(text.trim() !== '');
  const announcing = useMutation({
    mutationFn: () => call('POST /api/pools/:poolId/announcements', { params: { poolId }, body: { text } }),
    onSuccess: () => setText(''),
    onError: (error) => console.error('Error announcing', error),
    onSettled: () => void client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey }),
  });
  const send = useOnce(announcing);
  const wrong = announcementError(cleanMessage(text));

  function announce(event: FormEvent): void {
    event.preventDefault();
    if (wrong === null) send();
  }

  return (
    <PanelSection title="Announcement">
      <form onSubmit={announce} noValidate>
        <TextArea
          label="Tell the members"
          note="Everyone sees it on This week. Members who asked also get it by email or push. It stays in the pool's log."
          value={text}
          maxLength={2 * ANNOUNCEMENT_MAX}
          onChange={(event) => setText(event.target.value)}
          error={text === '' ? null : wrong}
        />
        <Refusal text={announcing.isError ? failureText(announcing.error) : null} />
        <p role="status" className="text-sm text-ink-soft">
          {announcing.isSuccess && text === '' && sentText(announcing.data.sentTo)}
        </p>
        <Button type="submit" isPaused={wrong !== null || announcing.isPending} className="mt-3">
          {announcing.isPending ? 'Sending...' : 'Announce'}
        </Button>
      </form>
    </PanelSection>
  );
}

function sentText(sentTo: number): string {
  if (sentTo === 0) return 'Announced.';
  return `Announced. Sent to ${sentTo === 1 ? '1 member' : `${sentTo} members`}.`;
}
