import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CELEBRATION_FADE_MS, CELEBRATION_MS, CELEBRATION_TEXT } from '#core/leader.ts';
import { useTopLayer } from '#web/lib/top-layer.ts';
import { useCelebrations } from '#web/parts/leader-notice.ts';
import { Icon } from '#web/ui/icon.tsx';
import './celebration.css';

/** Fills the screen for the one who took the lead, and goes by itself. */
export function Celebration() {
  const count = useCelebrations();
  return count === 0 ? null : <Party key={count} />;
}

/** The focus stays where it was: whoever was typing goes on. A tap or Escape ends it sooner, and does nothing else. */
function Party() {
  const [lights, setLights] = useState<HTMLDivElement | null>(null);
  const layer = useTopLayer();
  const [act, setAct] = useState<'shown' | 'fading' | 'over'>('shown');
  useEffect(() => {
    const timers = [
      setTimeout(() => setAct('fading'), CELEBRATION_MS),
      setTimeout(() => setAct('over'), CELEBRATION_MS + CELEBRATION_FADE_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  useEffect(() => {
    if (lights === null) return;
    const leaving = new AbortController();
    const until = { signal: leaving.signal };
    const end = () => setAct('over');
    const endByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    addEventListener('keydown', endByKey, { ...until, capture: true });
    lights.addEventListener('click', end, until);
    lights.addEventListener('mousedown', (event) => event.preventDefault(), until);
    return () => leaving.abort();
  }, [lights]);
  if (act === 'over') return null;
  return createPortal(
    <div ref={setLights} className={`celebration ${act}`}>
      <Icon name="trophy" className="size-28 text-led md:size-40" />
      <p className="led text-center text-6xl leading-tight md:text-8xl">{CELEBRATION_TEXT}</p>
    </div>,
    layer ?? document.body,
  );
}
