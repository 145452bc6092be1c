import { useState } from 'react';
import { pickFooter } from '#core/appearance.ts';
import { footers } from './footers.ts';

/** After so many pictures in a row that could not be had, none is asked for any more (docs/product-notes.md). */
const TRIES = 3;

/** A random joke at the foot of the page; where one is broken, another comes. */
export function FooterPicture() {
  const [{ shown, broken }, setPicture] = useState(() => ({ shown: pickFooter(Math.random(), null), broken: 0 }));
  if (broken === TRIES) return null;
  return (
    <img
      src={`/assets/g/footers/${footers[shown]}`}
      alt=""
      loading="lazy"
      onLoad={() => setPicture({ shown, broken: 0 })}
      onError={() => setPicture({ shown: pickFooter(Math.random(), shown), broken: broken + 1 })}
      className="absolute inset-x-0 bottom-3 mx-auto h-36 w-full max-w-[26rem] object-contain object-bottom md:h-44"
    />
  );
}
