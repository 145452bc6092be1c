/** Draws the pictures of the installed app, as pixels: `node tools/artwork/icons.ts`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installedChromium } from '../../scripts/find-chromium.ts';
import { root } from '../../scripts/root.ts';
import { pickLogo } from './logo.ts';

interface AppIcon {
  readonly file: string;
  readonly size: number;
  /** How much of the width the logo takes; a maskable icon may lose its outer fifth. */
  readonly logo: number;
  /** Whether the system cuts the corners itself. */
  readonly square: boolean;
}

const icons: readonly AppIcon[] = [
  { file: 'icon-192.png', size: 192, logo: 0.8, square: false },
  { file: 'icon-512.png', size: 512, logo: 0.8, square: false },
  { file: 'icon-maskable-512.png', size: 512, logo: 0.6, square: true },
  { file: 'apple-touch-icon.png', size: 180, logo: 0.76, square: true },
];

/** The logo over the field at night, 100 units wide. */
function drawIcon({ logo, square }: AppIcon): string {
  const width = logo * 100;
  const place = (100 - width) / 2;
  const inner = pickLogo().replace(
    '<svg ',
    `<svg overflow="visible" x="${place}" y="${place}" width="${width}" height="${width}" `,
  );
  const corner = square ? 0 : 22;
  const yards = [14, 32, 50, 68, 86].map((x) => `M${50 + (x - 50) * 0.55} 74L${x} 100`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs><linearGradient id="night" x2="0" y2="1"><stop offset="0" stop-color="#1c3358"/><stop offset="1" stop-color="#070e1a"/></linearGradient><linearGradient id="field" x2="0" y2="1"><stop offset="0" stop-color="#0d5232"/><stop offset="1" stop-color="#17985a"/></linearGradient><clipPath id="shape"><rect width="100" height="100" rx="${corner}"/></clipPath></defs><g clip-path="url(#shape)"><path d="M0 0H100V100H0Z" fill="url(#night)"/><path d="M0 74H100V100H0Z" fill="url(#field)"/><path d="${yards}M0 74H100" stroke="#dcffe8" stroke-opacity=".35" stroke-width="1.4" fill="none"/></g>${inner}</svg>`;
}

const folder = join(root, 'public/assets/g/icons');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: await installedChromium(), args: ['--no-sandbox'] });
for (const icon of icons) {
  const page = await browser.newPage({ viewport: { width: icon.size, height: icon.size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawIcon(icon)}`);
  await page.screenshot({ path: join(folder, icon.file), omitBackground: true });
  await page.close();
}
await browser.close();
