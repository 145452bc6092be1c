import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PickLinkReply } from '#contract/pick-links.ts';
import { signInPath } from '#core/own-path.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { Link, useHashValue } from '#web/lib/navigation.tsx';
import { LinkCode } from '#web/parts/link-code.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { LinkPage } from '#web/ui/link-page.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import type { Draft } from './fill-form.tsx';
import { FillForm, NO_DRAFT, wishesOf } from './fill-form.tsx';

const TITLE = 'Fill in your picks';

/**
 * The target of the pick link in a reminder. Nothing is stored before its button is pressed, because link scanners open it, too, and run
 * its script.
 */
export function FillScreen() {
  const token = useHashValue('token') || undefined;
  return token === undefined ? <Incomplete /> : <Fill key={token} token={token} />;
}

function Incomplete() {
  return (
    <LinkPage title={TITLE}>
      <LinkCode from="from your email" />
      <SignIn look="plain" />
    </LinkPage>
  );
}

function Fill({ token }: { readonly token: string }) {
  const client = useQueryClient();
  const queryKey = ['pick-link', token];
  const link = useQuery<PickLinkReply | null>({
    queryKey,
    queryFn: ({ signal }) => call('POST /api/pick-link', { body: { token } }, signal),
    retry: false,
    refetchOnWindowFocus: false,
    meta: { failure: 'Error reading the link' },
  });
  const [draft, setDraft] = useState<Draft>(NO_DRAFT);
  const saving = useMutation({
    mutationFn: () => save(token, draft),
    onSuccess: ({ link: after }) => {
      client.setQueryData(queryKey, after);
      setDraft(NO_DRAFT);
    },
    onError: (error) => console.error('Error saving picks by the link', error),
  });
  const error = saving.error ?? (link.data ? null : link.error);
  if (isExpired(error) || link.data === null) {
    return (
      <LinkPage title={TITLE}>
        <p role="status" className="mb-5 text-ink-soft">
          {saving.data ? savedText(saving.data.saved) : 'This link no longer works.'}
        </p>
        <SignIn look="primary" />
      </LinkPage>
    );
  }
  const refusals = saving.data?.refusals ?? [];
  return (
    <LinkPage title={TITLE}>
      {link.isPending && <Skeleton className="mb-5 h-24" />}
      <p role="status" className="mb-4 text-ink-soft">
        {saving.data && savedText(saving.data.saved)}
      </p>
      <Refusal text={error ? failureText(error) : refusals.length > 0 ? refusals.join(' ') : null} />
      {link.data ? (
        <FillForm
          link={link.data}
          draft={draft}
          isSaving={saving.isPending}
          onDraft={setDraft}
          onSave={() => saving.mutate()}
        />
      ) : (
        link.isError && (
          <Button className="w-full" isPaused={link.isFetching} onClick={() => void link.refetch()}>
            Try again
          </Button>
        )
      )}
      <SignIn look={saving.data && !hasWork(link.data) ? 'primary' : 'plain'} />
    </LinkPage>
  );
}

interface SignInProps {
  readonly look: 'primary' | 'plain';
}

function SignIn({ look }: SignInProps) {
  return (
    <Link to={signInPath('/picks')} className={`${buttonLook(look)} mt-2 w-full`}>
      Sign in to see or change them
    </Link>
  );
}

function hasWork(link: PickLinkReply | undefined): boolean {
  return link?.entries.some(({ slots }) => slots.some(({ isMade }) => !isMade)) === true;
}

interface Saved {
  readonly saved: number;
  /** Why others were not saved, each reason once. */
  readonly refusals: readonly string[];
  /** Null if the link has ended. */
  readonly link: PickLinkReply | null;
}

/** Saves the picks of each entry. @throws ApiError */
async function save(token: string, draft: Draft): Promise<Saved> {
  let saved = 0;
  let link: PickLinkReply | null = null;
  const refusals = new Set<string>();
  for (const [entryId, picks] of wishesOf(draft)) {
    const reply = await call('POST /api/pick-link/picks', { body: { token, entryId, picks } });
    for (const pick of reply.picks) {
      if (pick.saved) saved += 1;
      else refusals.add(pick.message);
    }
    link = reply.link;
  }
  return { saved, refusals: [...refusals], link };
}

function savedText(count: number): string {
  if (count === 0) return 'Nothing was saved.';
  return count === 1 ? '1 pick saved.' : `${count} picks saved.`;
}

function isExpired(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'link_expired';
}
