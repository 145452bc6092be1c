import { picture } from './pen.ts';
import { scenes1 } from './scenes-1.ts';
import { scenes2 } from './scenes-2.ts';
import { scenes3 } from './scenes-3.ts';
import { scenes4 } from './scenes-4.ts';
import { scenes5 } from './scenes-5.ts';

/** All footer cartoons in their order: file name and text. */
export function footerPictures(): readonly (readonly [file: string, svg: string])[] {
  return [...scenes1, ...scenes2, ...scenes3, ...scenes4, ...scenes5].map(({ name, title, draw }, i) => [
    `${String(i + 1).padStart(2, '0')}-${name}.svg`,
    picture(title, draw()),
  ]);
}
