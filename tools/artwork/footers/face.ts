import { circle, ellipse, flat, hue, line, shape } from './pen.ts';

export type Mood =
  | 'happy'
  | 'proud'
  | 'smug'
  | 'shocked'
  | 'sad'
  | 'angry'
  | 'dizzy'
  | 'asleep'
  | 'nervous'
  | 'tired'
  | 'silly'
  | 'bored';

type Eyes = 'open' | 'wide' | 'half' | 'shut' | 'arched' | 'crossed';
type Brows = 'none' | 'raised' | 'angry' | 'worried' | 'one';
type Mouth = keyof typeof mouths;

const mouths = {
  laugh:
    '<path d="M-27 26Q0 35 27 26Q24 58 0 58Q-24 58-27 26Z" fill="#7d1128"/><path d="M-15 51Q0 40 15 51Q0 61-15 51Z" fill="#ff8fa3" stroke="none"/><path d="M-22 30Q0 36 22 30L20 37Q0 42-20 37Z" fill="#fff" stroke="none"/>',
  grin: '<path d="M-28 27Q0 37 28 27Q25 52 0 52Q-25 52-28 27Z" fill="#fff"/><path d="M-25 40Q0 47 25 40M-9 33V50M9 33V50" fill="none" stroke-width="3"/>',
  smirk: '<path d="M-20 40Q8 48 26 29M20 27L31 32" fill="none"/>',
  frown: '<path d="M-22 49Q0 27 22 49" fill="none"/>',
  oh: '<ellipse cx="0" cy="43" rx="13" ry="17" fill="#7d1128"/>',
  grit: '<rect x="-26" y="30" width="52" height="22" rx="9" fill="#fff"/><path d="M-13 31V51M0 31V51M13 31V51M-25 41H25" fill="none" stroke-width="3"/>',
  wavy: '<path d="M-28 42Q-21 31-14 40T0 40T14 40T28 40" fill="none"/>',
  tongue:
    '<path d="M4 42C2 62 8 70 16 68C26 66 25 52 21 38Z" fill="#ff8fa3"/><path d="M-26 32Q0 52 28 31" fill="none"/>',
  flat: '<path d="M-17 42H17" fill="none"/>',
  snore: '<ellipse cx="4" cy="42" rx="9" ry="8" fill="#7d1128"/>',
  wail: '<path d="M-24 54Q-28 28 0 28Q28 28 24 54Q0 44-24 54Z" fill="#7d1128"/><path d="M-12 50Q0 42 12 50Z" fill="#ff8fa3" stroke="none"/>',
} as const;

const looks: Readonly<Record<Mood, readonly [Eyes, Brows, Mouth]>> = {
  happy: ['open', 'raised', 'laugh'],
  proud: ['arched', 'raised', 'grin'],
  smug: ['half', 'one', 'smirk'],
  shocked: ['wide', 'raised', 'oh'],
  sad: ['open', 'worried', 'frown'],
  angry: ['open', 'angry', 'grit'],
  dizzy: ['crossed', 'worried', 'wavy'],
  asleep: ['shut', 'none', 'snore'],
  nervous: ['wide', 'worried', 'wavy'],
  tired: ['half', 'worried', 'flat'],
  silly: ['open', 'raised', 'tongue'],
  bored: ['half', 'none', 'flat'],
};

const brows: Readonly<Record<Brows, string>> = {
  none: '',
  raised: 'M-36-28Q-24-38-11-30M11-30Q24-38 36-28',
  angry: 'M-38-32L-8-20M38-32L8-20',
  worried: 'M-38-22Q-26-26-14-36M38-22Q26-26 14-36',
  one: 'M-37-24L-8-22M9-30Q24-42 38-28',
};

function eye(x: number, kind: Eyes, dx: number, dy: number, lid: string): string {
  const open = (rx: number, ry: number, pupil: number) =>
    ellipse(x, 0, rx, ry, hue.white) +
    flat(circle(x + dx, dy, pupil, hue.ink) + circle(x + dx + 3, dy - 4, pupil * 0.35, hue.white));
  switch (kind) {
    case 'open':
      return open(17, 20, 9);
    case 'wide':
      return open(20, 24, 6);
    case 'half':
      return open(17, 20, 9) + shape(`M${x - 17} 1A17 20 0 0 1 ${x + 17} 1Z`, lid);
    case 'shut':
      return line(`M${x - 15} 0Q${x} 14 ${x + 15} 0`);
    case 'arched':
      return line(`M${x - 16} 6Q${x} -20 ${x + 16} 6`);
    case 'crossed':
      return line(`M${x - 12}-12L${x + 12} 12M${x + 12}-12L${x - 12} 12`);
  }
}

const faint = ' fill-opacity=".5"';

interface FaceStyle {
  /** Where the pupils go from the middle of the eye. */
  readonly look?: readonly [number, number];
  /** Color of the eyelids. */
  readonly lid?: string;
  readonly cheeks?: boolean;
}

/** A face around (0, 0) between the eyes: about 80 wide, from -40 to 60. */
export function face(mood: Mood, { look = [3, 2], lid = hue.brown, cheeks = true }: FaceStyle = {}): string {
  const [eyes, brow, mouth] = looks[mood];
  const [dx, dy] = look;
  const blush = cheeks ? flat(circle(-44, 24, 10, '#ff6b5e', faint) + circle(44, 24, 10, '#ff6b5e', faint)) : '';
  const lines = brows[brow] === '' ? '' : line(brows[brow], 7);
  return blush + eye(-21, eyes, dx, dy, lid) + eye(21, eyes, dx, dy, lid) + lines + mouths[mouth];
}
