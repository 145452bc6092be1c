import { useEffect, useState } from 'react';
import { LOGO_SWAP_MS } from '#core/appearance.ts';
import { Link } from '#web/lib/navigation.tsx';
import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';

const logoFace = 'absolute inset-0 size-full backface-hidden';

export function Wordmark() {
  return (
    <Link to="/" className="flex items-center gap-2.5 rounded-lg">
      <Logo />
      <span className="leading-none">
        <span className="block font-display text-2xl leading-7 font-bold tracking-tight max-narrow:text-xl">
          Pick<span className="text-amber">'</span>em
        </span>
        <span className="block font-display text-xs leading-4 whitespace-nowrap text-ink-soft max-narrow:hidden md:max-xl:hidden">
          Where champions are made!
        </span>
      </span>
    </Link>
  );
}

/** Flips between its two pictures; it does not move if the person prefers reduced motion. */
function Logo() {
  const [turns, setTurns] = useState(0);

  useEffect(() => {
    if (prefersReducedMotion()) return;
    const timer = setInterval(() => setTurns((turn) => turn + 1), LOGO_SWAP_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <span className="block size-11 perspective-dramatic max-narrow:hidden">
      <span
        className="relative block size-full transition-transform duration-700 transform-3d"
        style={{ transform: `rotateY(${turns * 180}deg)` }}
      >
        <img src="/assets/g/logo-1.svg" alt="" width={44} height={44} className={logoFace} />
        <img src="/assets/g/logo-2.svg" alt="" width={44} height={44} className={`${logoFace} rotate-y-180`} />
      </span>
    </span>
  );
}
