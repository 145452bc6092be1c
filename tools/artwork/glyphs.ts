/** One capital: its advance width and its outline on a cap height of 100. Holes wind the other way by `evenodd`. */
interface Glyph {
  readonly width: number;
  readonly outline: string;
}

function glyph(width: number, outline: string): Glyph {
  return { width, outline };
}

/** Block capitals with cut corners, drawn for this project: no font is needed where they stand. */
const glyphs: Readonly<Record<string, Glyph>> = {
  A: glyph(72, 'M0 100V26L20 0H52L72 26V100H45V75H27V100ZM27 53H45V33L40 23H32L27 33Z'),
  B: glyph(70, 'M0 0H52L70 16V40L60 50L70 60V84L52 100H0ZM27 22V39H43V22ZM27 60V78H43V60Z'),
  C: glyph(70, 'M20 0H51L70 19V37H44V27L40 23H31L27 28V72L31 77H40L44 73V63H70V81L51 100H20L0 81V19Z'),
  D: glyph(70, 'M0 0H48L70 22V78L48 100H0ZM27 23V77H37L43 70V30L37 23Z'),
  E: glyph(60, 'M0 0H60V23H27V39H54V61H27V77H60V100H0Z'),
  F: glyph(60, 'M0 0H60V23H27V41H54V64H27V100H0Z'),
  G: glyph(71, 'M20 0H51L70 19V35H44V27L40 23H31L27 28V72L31 77H40L44 73V66H36V46H71V81L52 100H20L0 81V19Z'),
  H: glyph(70, 'M0 0H27V38H43V0H70V100H43V61H27V100H0Z'),
  I: glyph(28, 'M0 0H28V100H0Z'),
  J: glyph(62, 'M35 0H62V81L43 100H19L0 81V62H26V73L30 77H31L35 73Z'),
  K: glyph(74, 'M0 0H27V36L43 0H73L50 48L74 100H44L27 62V100H0Z'),
  L: glyph(58, 'M0 0H27V77H58V100H0Z'),
  M: glyph(92, 'M0 100V0H27L46 38L65 0H92V100H66V48L52 76H40L26 48V100Z'),
  N: glyph(74, 'M0 100V0H27L48 50V0H74V100H47L26 50V100Z'),
  O: glyph(70, 'M20 0H50L70 19V81L50 100H20L0 81V19ZM31 23L27 28V72L31 77H39L43 72V28L39 23Z'),
  P: glyph(70, 'M0 0H50L70 18V48L50 66H27V100H0ZM27 22V44H39L43 40V26L39 22Z'),
  R: glyph(72, 'M0 0H50L70 18V46L59 58L72 100H44L34 65H27V100H0ZM27 22V43H39L43 39V26L39 22Z'),
  S: glyph(
    69,
    'M20 0H50L68 18V35H43V27L39 22H30L26 26V34L30 39H50L69 56V82L50 100H19L0 82V65H26V73L30 78H39L43 74V66L39 61H19L0 44V18Z',
  ),
  T: glyph(66, 'M0 0H66V24H47V100H19V24H0Z'),
  U: glyph(70, 'M0 0H27V72L31 77H39L43 72V0H70V81L50 100H20L0 81Z'),
  V: glyph(76, 'M0 0H28L38 60L48 0H76L54 100H22Z'),
  W: glyph(104, 'M0 0H27L34 54L42 10H62L70 54L77 0H104L88 100H60L52 58L44 100H16Z'),
  X: glyph(76, 'M0 0H30L38 25L46 0H76L54 50L76 100H46L38 75L30 100H0L22 50Z'),
  Y: glyph(74, 'M0 0H30L37 30L44 0H74L51 58V100H23V58Z'),
};

const gap = 13;

/** A word as one path, its left edge at 0 and its cap height 100, and how wide it came out. Capitals A to Z only. */
export function lettering(word: string): { readonly path: string; readonly width: number } {
  let x = 0;
  let path = '';
  for (const letter of word) {
    const drawn = glyphs[letter];
    if (drawn === undefined) {
      throw new Error(`No glyph for ${letter}`);
    }
    path += shifted(drawn.outline, x);
    x += drawn.width + gap;
  }
  return { path, width: x - gap };
}

/** Moves a path of absolute M, L, H, V and Z by dx. */
function shifted(path: string, dx: number): string {
  return path.replace(/([MLHV])([-\d. ]+)/g, (_all, command: string, numbers: string) => {
    if (command === 'V') {
      return command + numbers;
    }
    const [x = '', ...rest] = numbers.split(' ');
    return [`${command}${Number(x) + dx}`, ...rest].join(' ');
  });
}
