import type { Side } from '#core/types.ts';
import type { Token } from './palette.ts';

/** How the stripes over the crown run: none, one band, a band with borders, two thin lines, a band between two lines. */
export type Crest = 'none' | 'band' | 'bordered' | 'twin' | 'triple';

/** One helmet, in tokens of the team's own colors. */
export interface HelmetDesign {
  readonly shell: Token;
  readonly crest: Crest;
  /** Inner and outer color of the stripes. */
  readonly stripes: readonly [Token, Token];
  readonly mask: Token;
  /** Letters, the ring next to them, the line around that. */
  readonly letters: readonly [Token, Token, Token];
}

/** `shell crest inner/outer mask letters/ring/line`, home then away. */
const table: Readonly<Record<string, readonly [string, string]>> = {
  KC: ['p bordered w/s s w/p-35/s', 'w bordered p/s s p/w/s'],
  LV: ['p bordered p/s s w/p/s', 'w bordered p/s s p/w/s'],
  NE: ['p triple s/w s w/p/s', 'w triple s/p s p/w/s'],
  BUF: ['p bordered s/w w w/p/s', 'w triple s/p w p/w/s'],
  MIA: ['p bordered w/s w w/p-45/s', 'w bordered s/p p p-15/w/s'],
  NYJ: ['p triple w/w w w/p/k', 'w band p/p p p/w/k'],
  CIN: ['p bordered k/p-25 k k/w/k', 'w bordered p/k k k/w/p'],
  CLE: ['p triple s/w s65 w/s/w', 'w triple s/p s s/w/p'],
  PIT: ['p band s/s s s/p/s', 'w band s/p p p/s/p'],
  BAL: ['p twin s20/s20 s20 w/p/s20', 'w bordered p/s p p/w/s'],
  HOU: ['p none w/w s w/p/s', 'w bordered p/s p p/w/s'],
  IND: ['p bordered w/p w w/p/s', 'w band p/p s p/w/p'],
  JAX: ['p bordered a20/k k w/k/a20', 'w bordered p/k k p/w/a'],
  TEN: ['s bordered p/w p p/w/p', 'w triple s/p p p/w/s'],
  DEN: ['p bordered s/w s w/p/s', 'w bordered s/p p p/w/s'],
  LAC: ['p bordered s/w s w/p-50/s', 'w bordered s/p s p-10/w/s'],
  DAL: ['s bordered w/p s p/w/p', 'w triple p/s s p/w/s'],
  NYG: ['p triple s/w a w/p/s', 'w triple s/p s p/w/s'],
  PHI: ['p bordered s/k a w/k/s', 'w bordered p/s k p/w/s'],
  WAS: ['p bordered s/w s s/p/s', 'w bordered p/s s p/w/s'],
  GB: ['s bordered p/w p p/w/p', 'w bordered p/s p p/w/s'],
  CHI: ['p none w/w s w/p/s', 'w triple s/p s p/w/s'],
  DET: ['p bordered w/s s w/p-50/s', 'w bordered p/s p p-10/w/s'],
  MIN: ['p bordered s/w s s/p-40/s', 'w bordered p/s p p/w/s'],
  NO: ['p bordered k/w k k/w/k', 'w bordered p/k k k/w/p-15'],
  ATL: ['k triple p10/w p10 w/p/w', 'w bordered p/k k p/w/k'],
  CAR: ['k twin p/p p w/k/p', 'w bordered p/k p k/w/p'],
  TB: ['s25 bordered p/k p w/k/p', 'w bordered p/s s p/w/s'],
  SEA: ['p bordered s/a s w/p/s', 'w bordered p/s s p/w/s'],
  LAR: ['p bordered s/w s s/p/s', 'w bordered s/p p p/w/s'],
  ARI: ['p bordered w/k k w/k/w', 'w bordered p/a k p/w/a'],
  SF: ['s40 triple p/w p p/w/p', 'w triple p/k s p/w/s'],
};

function parse(row: string): HelmetDesign {
  const [shell = '', crest = '', stripes = '', mask = '', letters = ''] = row.split(' ');
  const [inner = '', outer = ''] = stripes.split('/');
  const [fill = '', ring = '', line = ''] = letters.split('/');
  return { shell, crest: crest as Crest, stripes: [inner, outer], mask, letters: [fill, ring, line] };
}

export function helmetDesign(abbr: string, side: Side): HelmetDesign {
  const rows = table[abbr];
  if (rows === undefined) {
    throw new Error(`No helmet design for ${abbr}`);
  }
  return parse(rows[side === 'home' ? 0 : 1]);
}
