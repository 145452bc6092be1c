import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { artwork } from './artwork.ts';

/** Photographs the artwork for docs: `node tools/artwork/sheets.ts`. Needs chromium and ImageMagick's convert. */
const root = join(import.meta.dirname, '../..');
const night = '#0b1220';
const paper = '#faf6ee';
const pictures = [...artwork().keys()].filter((path) => path.startsWith('public/assets/g/'));
const helmets = pictures.filter((path) => path.includes('/helmets/'));
const logos = pictures.filter((path) => path.includes('/logo-'));
const footers = pictures.filter((path) => path.includes('/footers/'));

function row(paths: readonly string[], width: number, background: string): string {
  const images = paths.map((path) => `<img src="${pathToFileURL(join(root, path)).href}" width="${width}">`).join('');
  return `<div style="background:${background};padding:8px;display:flex;flex-wrap:wrap;gap:6px">${images}</div>`;
}

function photograph(name: string, width: number, height: number, rows: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
  const [page, shot] = [join(folder, 'page.html'), join(folder, 'shot.png')];
  writeFileSync(page, `<body style="margin:0;width:${width}px">${rows.join('')}`);
  execFileSync(
    'chromium',
    [
      ...'--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars'.split(' '),
      ...'--disable-background-networking --disable-component-update --disable-sync'.split(' '),
      `--user-data-dir=${join(folder, 'profile')}`,
      `--screenshot=${shot}`,
      `--window-size=${width},${height}`,
      pathToFileURL(page).href,
    ],
    { stdio: 'ignore', timeout: 120_000 },
  );
  execFileSync('convert', [
    shot,
    '-strip',
    '-dither',
    'FloydSteinberg',
    '-colors',
    '200',
    `PNG8:${join(root, 'docs', name)}`,
  ]);
  rmSync(folder, { recursive: true, force: true });
}

photograph('helmets.png', 1338, 1184, [row(helmets, 160, night)]);
photograph('helmets-paper.png', 1338, 1184, [row(helmets, 160, paper)]);
photograph(
  'helmets-small.png',
  904,
  742,
  [night, paper].flatMap((ground) => [row(helmets, 48, ground), row(helmets, 32, ground), row(logos, 40, ground)]),
);
photograph('footers.png', 1054, 3056, [row(footers.slice(0, 16), 516, night), row(footers.slice(16), 516, paper)]);
