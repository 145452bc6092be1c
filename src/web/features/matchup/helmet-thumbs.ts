import { startTransition, useEffect, useState } from 'react';
import { helmetPath } from '#core/teams.ts';
import type { Side } from '#core/types.ts';

/** The helmet of a team as the home or the away side. */
export interface Helmet {
  readonly team: string;
  readonly side: Side;
}

/** The width of a thumbnail in pixels: twice its displayed width. */
const WIDTH = 72;
const HEIGHT = 63;

/** Thumbnails by the path of the helmet; null if it cannot be drawn. They are kept for the lifetime of the page. */
export type Thumbs = ReadonlyMap<string, string | null>;

const madeThumbs = new Map<string, string | null>();

/**
 * Helmets as small bitmaps. A table of members shows each of them hundreds of times, and browsers redraw a vector picture in
 * every place, which makes scrolling several times as slow on phones.
 */
export function useHelmetThumbs(helmets: readonly Helmet[]): Thumbs {
  const [thumbs, setThumbs] = useState<Thumbs>(() => new Map(madeThumbs));
  const wanted = helmets.map(({ team, side }) => helmetPath(team, side)).join(' ');

  useEffect(() => {
    if (wanted === '') return;
    let left = false;
    // In separate tasks, so that a tap is handled between the table and its pictures.
    setTimeout(async () => {
      for (const path of wanted.split(' ')) await makeThumb(path);
      if (!left) startTransition(() => setThumbs(new Map(madeThumbs)));
    });
    return () => {
      left = true;
    };
  }, [wanted]);

  return thumbs;
}

export function thumbOf(thumbs: Thumbs, team: string, side: Side): string | null | undefined {
  return thumbs.get(helmetPath(team, side));
}

async function makeThumb(path: string): Promise<void> {
  if (madeThumbs.has(path)) return;
  madeThumbs.set(path, await draw(path).catch(() => null));
}

async function draw(path: string): Promise<string | null> {
  const picture = new Image(WIDTH, HEIGHT);
  picture.src = path;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, WIDTH, HEIGHT);
  return canvas.toDataURL();
}
