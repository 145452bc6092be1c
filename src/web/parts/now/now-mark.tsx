import type { ReactNode } from 'react';
import { counted } from '#core/listed.ts';
import type { LivePlace } from '#core/live-week.ts';
import { ordinal } from '#core/ordinal.ts';

/** Marks what follows as a live number, so that nobody takes it for the official one: a dot in the color of live, and the word. */
export function NowMark({ children }: { readonly children: ReactNode }) {
  return (
    <span className="now-mark text-ink">
      <span className="mr-1 inline-block size-1.5 rounded-full bg-live align-middle" aria-hidden="true" />
      now {children}
    </span>
  );
}

/** How many places an entry has moved since the week began; nothing if none. */
export function Moved({ places }: { readonly places: number | null }) {
  if (places === null || places === 0) return null;
  const isUp = places > 0;
  const count = Math.abs(places);
  return (
    <span className={isUp ? 'text-turf' : 'text-red'}>
      <span aria-hidden="true">{`${isUp ? '▲' : '▼'}${count}`}</span>
      <span className="sr-only">{` ${isUp ? 'up' : 'down'} ${counted(count, 'place')} since the week began`}</span>
    </span>
  );
}

/** A place: `2nd`, or `T-2` if others share it. */
export function LivePlaceText({ rank, isShared }: LivePlace) {
  if (!isShared) return ordinal(rank);
  return (
    <>
      <span aria-hidden="true">T-{rank}</span>
      <span className="sr-only">tied for {ordinal(rank)}</span>
    </>
  );
}
