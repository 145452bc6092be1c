import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CELEBRATION_FADE_MS, CELEBRATION_MS, CELEBRATION_TEXT } from '#core/leader-notice.ts';
import { useTopLayer } from '#web/lib/top-layer.ts';
import { Icon } from '#web/ui/icon.tsx';
import './celebration.css';

/**
 * Fills the whole screen and ends by itself, or on a tap or Escape. The focus stays where it was, so a person who is typing can go on. The
 * toast beside it announces the news to screen readers.
 */
export function Celebration() {
  const [overlay, setOverlay] = useState<HTMLDivElement | null>(null);
  const layer = useTopLayer();
  const [phase, setPhase] = useState<'shown' | 'fading' | 'over'>('shown');
  useEffect(() => {
    const timers = [
      setTimeout(() => setPhase('fading'), CELEBRATION_MS),
      setTimeout(() => setPhase('over'), CELEBRATION_MS + CELEBRATION_FADE_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  useEffect(() => {
    if (overlay === null) return;
    const stopping = new AbortController();
    const options = { signal: stopping.signal };
    const end = () => setPhase('over');
    const endByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    addEventListener('keydown', endByKey, { ...options, capture: true });
    overlay.addEventListener('click', end, options);
    overlay.addEventListener('mousedown', (event) => event.preventDefault(), options);
    return () => stopping.abort();
  }, [overlay]);
  if (phase === 'over') return null;
  return createPortal(
    <div ref={setOverlay} aria-hidden="true" className={`celebration ${phase}`}>
      <Icon name="trophy" className="size-28 text-led md:size-40" />
      <p className="led text-center text-6xl leading-tight md:text-8xl">{CELEBRATION_TEXT}</p>
    </div>,
    layer ?? document.body,
  );
}
