import type { Mood } from './face.ts';
import { face } from './face.ts';
import { at, box, flat, gleam, hue, line, shade, shape } from './pen.ts';

/** A goal post on the ground at (x, 346), 300 high at scale 1. */
export function goalPost(x: number, scale: number): string {
  const frame = 'M0 0V-118M-96-290V-118H96V-290';
  return at(
    x,
    346,
    line(frame, 24) + line(frame, 12, hue.amber) + gleam('M-98-284V-124M94-284V-124', 3, 0.8),
    0,
    scale,
  );
}

/** The golden cup, its foot at (0, 0), 210 high. */
export function cup(): string {
  const handles = 'M-86-176C-150-190-150-96-66-90M86-176C150-190 150-96 66-90';
  return (
    line(handles, 26) +
    line(handles, 13, '#f0a81c') +
    shape('M-16-80H16L22-34H58V0H-58V-34H-22Z', 'url(#gold)') +
    shape('M-96-206H96C98-130 74-74 0-66C-74-74-98-130-96-206Z', 'url(#gold)') +
    shade('M50-206H96C98-130 74-74 0-66C50-96 62-140 50-206Z', 0.16) +
    gleam('M-78-190C-78-150-70-122-54-104', 9, 0.8)
  );
}

/** A mug of beer, 90 high, its middle at (0, 0). */
export function beer(): string {
  return (
    line('M34-16H50Q62-16 62-2V10Q62 24 48 24H34', 16) +
    line('M34-16H50Q62-16 62-2V10Q62 24 48 24H34', 5, hue.steel) +
    shape('M-36-34H36V36Q36 46 26 46H-26Q-36 46-36 36Z', hue.amber) +
    gleam('M-18-8V28M0-8V28', 7, 0.6) +
    shape(
      'M-40-26C-58-40-42-62-26-54C-20-72 8-72 14-56C36-66 56-42 40-26C34-14 22-16 16-24C8-12-8-14-12-24C-20-14-34-16-40-26Z',
      hue.white,
    )
  );
}

/** A couch 380 wide, standing at (x, y). */
export function couch(x: number, y: number): string {
  return at(
    x,
    y,
    line('M-150-14V-4M150-14V-4', 18) +
      shape('M-160-190Q-160-226-124-226H124Q160-226 160-190V-30H-160Z', '#17915a') +
      gleam('M-132-208H110', 7, 0.3) +
      box(-168, -86, 336, 66, 18, '#1fae66') +
      shape(
        'M-196-120Q-196-146-168-146Q-140-146-140-120V-18H-196ZM196-120Q196-146 168-146Q140-146 140-120V-18H196Z',
        '#1fae66',
      ) +
      shade('M-166-40H166V-22H-166Z'),
  );
}

/** A potato with a face, 120 wide, its middle at (0, 0). */
export function potato(mood: Mood): string {
  return (
    shape('M-58 6C-66-40-30-66 6-60C46-54 66-24 60 14C56 50 24 60-8 56C-40 54-54 36-58 6Z', '#c8944f') +
    shade('M60 14C56 50 24 60-8 56C20 48 50 20 48-30Q62-10 60 14Z') +
    flat(shape('M-40-30l8-4l-2 8ZM34 36l8-2l-4 7ZM-36 34l7 1l-5 6Z', '#7d5424')) +
    at(0, -10, face(mood, { cheeks: false }), 0, 0.62)
  );
}
