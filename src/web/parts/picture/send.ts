import type { Picture } from '#core/pictures/picture.ts';
import { fileName } from '#core/pictures/picture.ts';
import { drawPicture } from './draw.ts';

/** What became of a picture. */
export type Sent = 'shared' | 'downloaded' | 'canceled';

/** Draws a picture and sends it (`sendFile`). */
export async function sendPicture(picture: Picture): Promise<Sent> {
  return sendFile(await pngOf(await drawPicture(picture), fileName(picture)), download);
}

/** Opens the share sheet with a file; without one, as on addresses that are not secure, it is downloaded. */
export async function sendFile(file: File, save: (file: File) => void): Promise<Sent> {
  const saved = (): Sent => {
    save(file);
    return 'downloaded';
  };
  if (!('canShare' in navigator) || !navigator.canShare({ files: [file] })) return saved();
  try {
    await navigator.share({ files: [file] });
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'canceled';
    // Browsers refuse if the tap was too long ago.
    return saved();
  }
}

function pngOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be encoded'));
      else resolve(new File([blob], name, { type: 'image/png' }));
    }, 'image/png');
  });
}

/** How long an address of a download stays, in ms: browsers may read it after the click. */
const ADDRESS_MS = 60_000;

function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_MS);
}
