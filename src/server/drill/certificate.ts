import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { connect } from 'node:tls';

/** How long a server may take to show its certificate, in ms. */
const SILENCE_MS = 5000;
const HTTPS_PORT = 443;
/** A connection that does not come about says nothing about the certificate. */
const UNREACHED: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
];

/** The certificate of an address, or why it could not be read. */
export type Certificate =
  | { readonly isReached: false }
  | { readonly isReached: true; readonly problem: string }
  | { readonly isReached: true; readonly problem: null; readonly startsAt: number; readonly endsAt: number };

/** How an address is reached, if not as usual. */
export type TlsOptions = Pick<ConnectionOptions, 'ca' | 'lookup'>;

/** Connects to an `https://` address, as browsers do. Never throws. */
export function readCertificate(url: URL, options: TlsOptions = {}): Promise<Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const port = Number(url.port || HTTPS_PORT);
    const socket = connect({ host, port, ...name, ...options });
    const end = (certificate: Certificate): void => {
      clearTimeout(silence);
      socket.destroy();
      resolve(certificate);
    };
    const silence = setTimeout(() => end({ isReached: false }), SILENCE_MS);
    socket.once('secureConnect', () => {
      const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
      end({ isReached: true, problem: null, startsAt: Date.parse(from), endsAt: Date.parse(to) });
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isUnreached = UNREACHED.includes(error.code ?? '');
      end(isUnreached ? { isReached: false } : { isReached: true, problem: error.message });
    });
  });
}
