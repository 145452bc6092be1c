import { useEffect, useState } from 'react';
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
  const [act, setAct] = useState<'shown' | 'fading' | 'over'>('shown');
  useEffect(() => {
    const fade = setTimeout(() => setAct('fading'), CELEBRATION_MS);
    const end = setTimeout(() => setAct('over'), CELEBRATION_MS + CELEBRATION_FADE_MS);
    const endOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setAct('over');
    addEventListener('keydown', endOnEscape);
    return () => {
      clearTimeout(fade);
      clearTimeout(end);
      removeEventListener('keydown', endOnEscape);
    };
  }, []);
  if (act === 'over') return null;
  return (
    <div className={`celebration ${act}`} onPointerDown={() => setAct('over')}>
      <Icon name="trophy" className="size-28 text-led md:size-40" />
      <p className="led text-center text-6xl leading-tight md:text-8xl">{CELEBRATION_TEXT}</p>
    </div>
  );
}
