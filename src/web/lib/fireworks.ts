import { prefersReducedMotion } from './reduced-motion.ts';
import { topLayer } from './top-layer.ts';

const BURSTS = 5;
const BETWEEN_MS = 600;
const FALL_MS = 3500;
const colors = ['#f5b12e', '#2f9e5b', '#ffffff', '#e5484d'];

/** Confetti over the whole page; none if the person prefers reduced motion. */
export async function fireworks(): Promise<void> {
  if (prefersReducedMotion()) return;
  const { create } = await import('canvas-confetti');
  const canvas = document.createElement('canvas');
  canvas.className = 'pointer-events-none fixed inset-0 z-60 size-full';
  canvas.setAttribute('aria-hidden', 'true');
  (topLayer() ?? document.body).append(canvas);
  // A worker would be loaded from a blob, which the content policy forbids.
  const fire = create(canvas, { resize: true, useWorker: false });
  for (let burst = 0; burst < BURSTS; burst += 1) {
    const origin = { x: burst % 2 === 0 ? 0.2 : 0.8, y: 0.45 };
    void fire({ particleCount: 70, spread: 80, startVelocity: 38, origin, colors: colors });
    await pause(BETWEEN_MS);
  }
  await pause(FALL_MS);
  fire.reset();
  canvas.remove();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
