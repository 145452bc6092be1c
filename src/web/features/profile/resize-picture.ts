import { FACE_BYTES, FACE_SIDE } from '#core/faces/faces.ts';

/** The qualities that are tried, from the best down. */
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3];
/** The smallest side that is tried, in pixels. */
const LEAST_SIDE = 64;

/**
 * The middle of a picture as a square file that may be uploaded: WebP, or JPEG in browsers that can't write WebP. What else is in the
 * file stays on the device.
 * @throws if the browser can't read the file as a picture
 */
export async function resizePicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  try {
    for (let side = Math.min(FACE_SIDE, picture.width, picture.height); ; side = Math.floor(side / 2)) {
      const canvas = squareOf(picture, side);
      for (const quality of QUALITIES) {
        const written = await write(canvas, quality);
        if (written.size <= FACE_BYTES) return written;
      }
      if (side < LEAST_SIDE) throw new Error('The picture cannot be made small enough');
    }
  } finally {
    picture.close();
  }
}

function squareOf(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [side, side];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser has no canvas');
  // JPEG has no transparency, and would show black instead.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  const from = Math.min(picture.width, picture.height);
  const [left, top] = [(picture.width - from) / 2, (picture.height - from) / 2];
  context.drawImage(picture, left, top, from, from, 0, 0, side, side);
  return canvas;
}

async function write(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await blobOf(canvas, 'image/webp', quality);
  // A browser that can't write a type writes PNG instead.
  return webp.type === 'image/webp' ? webp : blobOf(canvas, 'image/jpeg', quality);
}

function blobOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be written'))), type, quality);
  });
}
