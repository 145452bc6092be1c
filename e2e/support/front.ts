import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a server that can break, and behind which another build can appear. */
export interface Front {
  readonly url: string;
  /** No request comes through any more. */
  cut(): void;
  mend(): void;
  /** From now on every file says that it was built at another time. */
  deploy(): void;
  close(): Promise<void>;
}

const BUILT_AT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const OTHER_BUILD = '2031-01-01T00:00:00.000Z';

/** Stands before a server; nothing that passes is kept by the browser's own cache. */
export async function openFront(target: string): Promise<Front> {
  let isCut = false;
  let isDeployed = false;
  const server = createServer((incoming, outgoing) => {
    if (isCut) return void incoming.socket.destroy();
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const passed = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const isScript = String(answer.headers['content-type']).includes('javascript');
        const body = Buffer.concat(chunks);
        const sent = isDeployed && isScript ? Buffer.from(body.toString().replace(BUILT_AT, OTHER_BUILD)) : body;
        const { 'content-length': _, 'transfer-encoding': __, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, { ...kept, 'cache-control': 'no-store' });
        outgoing.end(sent);
      });
    });
    passed.on('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    isCut = true;
    server.closeAllConnections();
  };
  return {
    url: `http://localhost:${port}`,
    cut,
    mend: () => {
      isCut = false;
    },
    deploy: () => {
      isDeployed = true;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
