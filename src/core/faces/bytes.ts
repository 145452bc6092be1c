/** Readers of numbers in files of pictures. All ranges are checked by their callers; a byte beyond the end is 0. */

export function big16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

export function big32(bytes: Uint8Array, at: number): number {
  return ((big16(bytes, at) << 16) | big16(bytes, at + 2)) >>> 0;
}

export function little16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

export function little24(bytes: Uint8Array, at: number): number {
  return little16(bytes, at) | ((bytes[at + 2] ?? 0) << 16);
}

export function little32(bytes: Uint8Array, at: number): number {
  return (little16(bytes, at) | (little16(bytes, at + 2) << 16)) >>> 0;
}

/** Four or more bytes as ASCII, such as the type of a chunk. */
export function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

export function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
