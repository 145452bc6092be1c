import { useEffect, useState } from 'react';
import { LOGO_SWAP_MS } from '#core/appearance.ts';
import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';

const face = 'absolute inset-0 size-full backface-hidden';

/** Flips between its two pictures; it stands still for those who asked for less motion. */
export function Logo() {
  const [turns, setTurns] = useState(0);

  useEffect(() => {
    if (prefersReducedMotion()) return;
    const timer = setInterval(() => setTurns((turn) => turn + 1), LOGO_SWAP_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <span className="block size-11 perspective-dramatic">
      <span
        className="relative block size-full transition-transform duration-700 transform-3d"
        style={{ transform: `rotateY(${turns * 180}deg)` }}
      >
        <img src="/assets/g/logo-1.svg" alt="" width={44} height={44} className={face} />
        <img src="/assets/g/logo-2.svg" alt="" width={44} height={44} className={`${face} rotate-y-180`} />
      </span>
    </span>
  );
}
