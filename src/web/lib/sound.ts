import { useSyncExternalStore } from 'react';
import { readItem, writeItem } from './storage.ts';

const SOUND_KEY = 'sound';

let isOn = readItem(SOUND_KEY) !== 'off';
const listeners = new Set<() => void>();

function isSoundOn(): boolean {
  return isOn;
}

/** Whether sound is on, and how to switch it; stored on the device. */
export function useSoundSwitch(): { on: boolean; toggle: () => void } {
  return { on: useSyncExternalStore(subscribe, isSoundOn), toggle };
}

function toggle(): void {
  isOn = !isOn;
  writeItem(SOUND_KEY, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One tone: its pitch in hertz; start and duration in seconds. */
interface Tone {
  readonly pitch: number;
  readonly at: number;
  readonly length: number;
}

/** A fanfare: a rising chord with a long last note. */
const fanfareTune: readonly Tone[] = [
  { pitch: 392, at: 0, length: 0.16 },
  { pitch: 523.25, at: 0.16, length: 0.16 },
  { pitch: 659.25, at: 0.32, length: 0.16 },
  { pitch: 783.99, at: 0.48, length: 0.3 },
  { pitch: 659.25, at: 0.8, length: 0.14 },
  { pitch: 523.25, at: 0.96, length: 0.9 },
  { pitch: 783.99, at: 0.96, length: 0.9 },
  { pitch: 1046.5, at: 0.96, length: 0.9 },
];

/** The same two notes twice, for a tie. */
const tieTune: readonly Tone[] = [
  { pitch: 523.25, at: 0, length: 0.18 },
  { pitch: 659.25, at: 0, length: 0.18 },
  { pitch: 523.25, at: 0.26, length: 0.4 },
  { pitch: 659.25, at: 0.26, length: 0.4 },
];

const tunes = { celebration: fanfareTune, tie: tieTune } as const;

const LOUDNESS = 0.12;

/** Plays a tune, unless sound is off or the person has not interacted with the page yet. */
export async function playSound(tune: keyof typeof tunes): Promise<void> {
  if (!isSoundOn() || !navigator.userActivation.hasBeenActive) return;
  const context = new AudioContext();
  const ends = tunes[tune].map((tone) => sound(context, tone));
  await Promise.all(ends);
  await context.close();
}

function sound(context: AudioContext, { pitch, at, length }: Tone): Promise<void> {
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime + at;
  oscillator.type = 'triangle';
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
  return new Promise((resolve) => {
    oscillator.onended = () => resolve();
  });
}
