import { BuildTime } from '#web/ui/build-time.tsx';
import { FooterPicture } from './footer-picture.tsx';

/** The end of the field: a cartoon stands on the grass. */
export function Footer() {
  return (
    <footer className="mt-8 max-md:mb-(--dock)">
      <div className="relative h-40 md:h-48">
        <div className="turf absolute inset-x-0 bottom-0 h-20 md:h-24" />
        <FooterPicture />
      </div>
      <BuildTime />
    </footer>
  );
}
