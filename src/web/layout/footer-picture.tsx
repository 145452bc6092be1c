import { useState } from 'react';
import { pickFooter } from '#core/appearance.ts';
import { footers } from './footers.ts';

/** A random joke at the foot of the page; where one is broken, another comes. */
export function FooterPicture() {
  const [shown, setShown] = useState(() => pickFooter(Math.random(), null));
  return (
    <img
      src={`/assets/g/footers/${footers[shown]}`}
      alt=""
      loading="lazy"
      onError={() => setShown(pickFooter(Math.random(), shown))}
      className="absolute inset-x-0 bottom-3 mx-auto h-36 w-full max-w-[26rem] object-contain object-bottom md:h-44"
    />
  );
}
