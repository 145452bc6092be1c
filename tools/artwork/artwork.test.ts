import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrastRatio, isReadable } from '#core/contrast.ts';
import { emojiPath, tallyMoods } from '#core/emoji.ts';
import { helmetPath, teams } from '#core/teams.ts';
import { sides } from '#core/types.ts';
import { artwork } from './artwork.ts';
import { lettering } from './glyphs.ts';
import { helmet } from './helmet.ts';
import { helmetDesign } from './helmet-designs.ts';
import { paint } from './palette.ts';

const root = join(import.meta.dirname, '../..');
const files = artwork();
const pictures = [...files].filter(([path]) => path.endsWith('.svg'));
const named = (part: string) => pictures.filter(([path]) => path.includes(part));

function committed(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

describe('the artwork', () => {
  it('is committed as it is drawn today', () => {
    const stale = [...files].filter(([path, text]) => {
      const file = join(root, path);
      return !existsSync(file) || readFileSync(file, 'utf8') !== text;
    });
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  it('is 64 helmets, two logos and 29 footers', () => {
    expect(named('/helmets/')).toHaveLength(64);
    expect(named('/logo-')).toHaveLength(2);
    expect(named('/footers/')).toHaveLength(29);
  });

  it.each(['public/assets/g/helmets', 'public/assets/g/footers', 'public/assets/g/emoji'])(
    '%s holds nothing else',
    (folder) => {
      const drawn = pictures.map(([path]) => path).filter((path) => path.startsWith(folder));
      expect(committed(folder)).toEqual(drawn.sort());
    },
  );

  it('has every emoji of the screens, whose style sheets name no other', () => {
    const sources = globSync('src/web/**/*.{ts,tsx,css}', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    );
    const written = sources.flatMap((text) => text.match(/\p{Extended_Pictographic}/gu) ?? []);
    const shown = [...written, ...tallyMoods.map(({ emoji }) => emoji)].filter((sign) =>
      /\p{Emoji_Presentation}/u.test(sign),
    );
    const linked = sources.flatMap((text) => text.match(/\/assets\/g\/emoji\/[\w-]+\.svg/g) ?? []);
    const paths = [...shown.map(emojiPath), ...linked].map((path) => `public${path}`);
    expect([...new Set(paths)].sort()).toEqual(
      named('/emoji/')
        .map(([path]) => path)
        .sort(),
    );
  });

  it('shows no picture twice', () => {
    const drawn = [...named('/helmets/'), ...named('/logo-'), ...named('/footers/'), ...named('/emoji/')].map(
      ([, svg]) => svg,
    );
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it.each([
    ['/helmets/', 6],
    ['/logo-', 6],
    ['/footers/', 8],
    ['/emoji/', 2],
  ])('%s keeps each file under %i KB', (part, limit) => {
    const large = named(part).filter(([, svg]) => Buffer.byteLength(svg) >= limit * 1024);
    expect(large.map(([path]) => path)).toEqual([]);
  });

  it('loads nothing and runs nothing', () => {
    const suspect = /<script|<style|<foreignObject|\son\w+=|javascript:|(?:href|src)="(?!#)|url\((?!#)|@import/i;
    expect(pictures.filter(([, svg]) => suspect.test(svg)).map(([path]) => path)).toEqual([]);
  });

  it('refers only to ids it defines, once each', () => {
    for (const [path, svg] of pictures) {
      const defined = [...svg.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      const used = [...svg.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map(([, id]) => id);
      expect(new Set(defined).size, path).toBe(defined.length);
      expect(
        used.filter((id) => !defined.includes(id)),
        path,
      ).toEqual([]);
    }
  });
});

describe('a helmet', () => {
  const cases = teams.flatMap(({ abbr, colors }) => sides.map((side) => ({ abbr, side, colors })));

  it.each(cases)('of $abbr at $side has letters that can be read on shell and ring', ({ abbr, side, colors }) => {
    const { shell, letters } = helmetDesign(abbr, side);
    const [fill, ring] = letters.map((token) => paint(token, colors));
    expect(isReadable(fill ?? '', paint(shell, colors))).toBe(true);
    expect(contrastRatio(fill ?? '', ring ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(cases)('of $abbr at $side has its abbreviation on it', ({ abbr, side }) => {
    expect(files.get(`public${helmetPath(abbr, side)}`)).toContain(lettering(abbr).path);
  });

  it.each(cases)('of $abbr at $side looks at the other one: away stands on the left', ({ abbr, side, colors }) => {
    expect(helmet(abbr, side, colors).includes('matrix(-1 0 0 1 256 0)')).toBe(side === 'home');
  });

  it.each(cases)('of $abbr at $side is white away and colored at home', ({ abbr, side, colors }) => {
    const shell = paint(helmetDesign(abbr, side).shell, colors);
    expect(shell === '#ffffff').toBe(side === 'away');
  });
});
