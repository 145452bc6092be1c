import { useEffect, useRef, useState } from 'react';
import { CELEBRATION_FADE_MS, CELEBRATION_MS, CELEBRATION_TEXT } from '#core/leader.ts';
import { useCelebrations } from '#web/parts/leader-notice.ts';
import { Icon } from '#web/ui/icon.tsx';
import './celebration.css';

/** Fills the screen for the one who took the lead, and goes by itself. */
export function Celebration() {
  const count = useCelebrations();
  return count === 0 ? null : <Party key={count} />;
}

/** The focus stays where it was: whoever was typing goes on. A tap or Escape ends it sooner. */
function Party() {
  const lights = useRef<HTMLDivElement>(null);
  const [act, setAct] = useState<'shown' | 'fading' | 'over'>('shown');
  useEffect(() => {
    const leaving = new AbortController();
    const until = { signal: leaving.signal };
    const end = () => setAct('over');
    const timers = [
      setTimeout(() => setAct('fading'), CELEBRATION_MS),
      setTimeout(end, CELEBRATION_MS + CELEBRATION_FADE_MS),
    ];
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(), until);
    lights.current?.addEventListener('click', end, until);
    lights.current?.addEventListener('mousedown', (event) => event.preventDefault(), until);
    return () => {
      leaving.abort();
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  if (act === 'over') return null;
  return (
    <div ref={lights} className={`celebration ${act}`}>
      <Icon name="trophy" className="size-28 text-led md:size-40" />
      <p className="led text-center text-6xl leading-tight md:text-8xl">{CELEBRATION_TEXT}</p>
    </div>
  );
}
