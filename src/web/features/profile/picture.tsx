import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OwnFace } from '#contract/faces.ts';
import { faceTypes } from '#core/faces/faces.ts';
import { pictureFlaws } from '#core/faces/flaws.ts';
import { ApiError, addressOf, call, failureText, replyTo, send } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { FACES_KEY, Face } from '#web/parts/face.tsx';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';
import { resizePicture } from './resize-picture.ts';
import './picture.css';

const ownFaceQuery = queryOptions({
  queryKey: ['own-face'],
  queryFn: ({ signal }) => call('GET /api/profile/face', {}, signal),
  // It may have been changed on another device, or by an admin.
  staleTime: 0,
  meta: { failure: "Error fetching the person's picture" },
});

/** The person's face, and its picture if the league has pictures. */
export function Picture() {
  const { id, displayName } = useMe();
  const client = useQueryClient();
  const { data: face } = useQuery(ownFaceQuery);
  const input = useRef<HTMLInputElement>(null);
  const changing = useMutation({
    mutationFn: async (file: File | null): Promise<OwnFace> => {
      if (file) return upload(await readableSquare(file));
      await call('DELETE /api/profile/face', {});
      return { isOn: true, isStopped: face?.isStopped ?? false, version: null };
    },
    onSuccess: (changed) => {
      client.setQueryData(ownFaceQuery.queryKey, changed);
      void client.invalidateQueries({ queryKey: FACES_KEY });
    },
    onError: (error) => console.error("Error changing the person's picture", error),
  });
  const version = face?.version ?? null;
  const src = version === null ? null : addressOf('GET /api/profile/face/picture', { query: { v: version } });
  return (
    <ProfileSection title="Picture">
      <div className="face-choice">
        <Face userId={id} name={displayName} src={src} size="large" />
        {/* The button keeps its place until the answer is there. */}
        {face?.isOn !== false && (
          <div className="grid gap-3">
            {!face?.isStopped && (
              <Button
                tone="plain"
                disabled={face === undefined}
                isPaused={changing.isPending}
                onClick={() => input.current?.click()}
              >
                {changing.isPending ? 'Saving...' : 'Choose a picture'}
              </Button>
            )}
            {version !== null && (
              <Button tone="plain" isPaused={changing.isPending} onClick={() => changing.mutate(null)}>
                Remove picture
              </Button>
            )}
          </div>
        )}
      </div>
      <p className="mt-3 text-sm text-ink-soft">{noteOf(face)}</p>
      <Refusal text={changing.isError ? failureText(changing.error) : null} />
      <input
        ref={input}
        hidden
        type="file"
        accept={faceTypes.join()}
        aria-label="Picture"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file && !changing.isPending) changing.mutate(file);
        }}
      />
    </ProfileSection>
  );
}

function noteOf(face: OwnFace | undefined): string {
  if (face?.isStopped) return 'An admin stopped your uploads, so your initials are shown.';
  if (face?.isOn !== false)
    return 'Members of your pools see it. It is cut to a square, and place and date are removed from the file.';
  return 'Your initials are shown beside your name.';
}

/** The file as it is uploaded. @throws ApiError if it is no picture */
async function readableSquare(file: File): Promise<Blob> {
  try {
    return await resizePicture(file);
  } catch (error) {
    console.error('Error reading a picture', error);
    throw new ApiError('invalid_input', pictureFlaws.broken);
  }
}

async function upload(picture: Blob): Promise<OwnFace> {
  const headers = { 'content-type': picture.type };
  return replyTo<'PUT /api/profile/face'>(await send('/api/profile/face', { method: 'PUT', body: picture, headers }));
}
