import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/root.ts';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

const inPublic = (path: string) => join(root, 'public', path);
const manifest = JSON.parse(readFileSync(inPublic('app.webmanifest'), 'utf8'));
const icons: readonly Icon[] = manifest.icons;

/** Width and height stand at a fixed place of every PNG. */
function pixelsOf(file: string): string {
  const bytes = readFileSync(file);
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe('The installed app', () => {
  test.each(icons.map((icon) => [icon.src, icon]))('has the picture %s in the size it claims', (src, icon) => {
    expect(existsSync(inPublic(src))).toBe(true);
    if (icon.type === 'image/png') expect(pixelsOf(inPublic(src))).toBe(icon.sizes);
  });

  test('has what systems ask for: two sizes, one that may be cut, one for Apple', () => {
    const pngs = icons.filter(({ type }) => type === 'image/png');
    expect(pngs.filter(({ purpose }) => purpose === undefined).map(({ sizes }) => sizes)).toEqual([
      '192x192',
      '512x512',
    ]);
    expect(pngs.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
    const [, apple = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(pageSource()) ?? [];
    expect(pixelsOf(inPublic(apple))).toBe('180x180');
  });

  test('is named by the page, and opens within the site', () => {
    expect(pageSource()).toContain('<link rel="manifest" href="/app.webmanifest" />');
    expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
  });
});

function pageSource(): string {
  return readFileSync(join(root, 'src/web/index.html'), 'utf8');
}
