import { useState } from 'react';
import { pickFooter } from '#core/appearance.ts';
import { BuildTime } from '#web/ui/build-time.tsx';
import { footers } from './footers.ts';

/** A cartoon on the grass, and the time of the build. */
export function Footer() {
  return (
    <footer className="mt-8 mb-(--dock)">
      <div className="relative h-40 md:h-48">
        <div className="turf absolute inset-x-0 bottom-0 h-20 md:h-24" />
        <FooterPicture />
      </div>
      <BuildTime />
    </footer>
  );
}

/** A random cartoon; if it is broken, another one is loaded, as long as there is one that has not failed. */
function FooterPicture() {
  const [{ shown, broken }, setPicture] = useState(() => pictureWithout([]));
  if (shown === null) return null;
  return (
    <img
      src={`/assets/g/footers/${footers[shown]}`}
      alt=""
      loading="lazy"
      onError={() => setPicture(pictureWithout([...broken, shown]))}
      className="absolute inset-x-0 bottom-3 mx-auto h-36 w-full max-w-[26rem] object-contain object-bottom md:h-44"
    />
  );
}

function pictureWithout(broken: readonly number[]) {
  return { shown: pickFooter(Math.random(), broken), broken };
}
