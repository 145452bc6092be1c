import { createHmac } from 'node:crypto';
import { isSame } from '#server/platform/is-same.ts';

/** Signs what this server gives to a browser and reads when it comes back, so that it need not be stored. */
export interface Signer {
  /** @param until when it expires, real time in ms @returns text of letters, digits, `-`, `_` and one `.` */
  sign(value: unknown, until: number): string;
  /** The value of a text that this signer signed; null for any other, and once it has expired. */
  read<T>(text: string, now: number): T | null;
}

/** @param purpose a text signed for one purpose is good for no other */
export function createSigner(secret: string, purpose: string): Signer {
  const signatureOf = (content: string) =>
    createHmac('sha256', secret).update(`${purpose} ${content}`).digest('base64url');
  return {
    sign(value, until) {
      const content = Buffer.from(JSON.stringify({ value, until })).toString('base64url');
      return `${content}.${signatureOf(content)}`;
    },
    read<T>(text: string, now: number) {
      const [content = '', signature = ''] = text.split('.');
      if (!isSame(signature, signatureOf(content))) return null;
      const { value, until } = JSON.parse(Buffer.from(content, 'base64url').toString()) as { value: T; until: number };
      return until > now ? value : null;
    },
  };
}
