import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { test as base } from './test.ts';

/** A proxy to the server that can break, and that can simulate a new build. */
export interface Front {
  readonly url: string;
  /** Blocks all requests. */
  cut(): void;
  /** Blocks requests of this method. */
  cutOff(method: 'PUT'): void;
  mend(): void;
  /** From now on every file has another build time. */
  deploy(): void;
  close(): Promise<void>;
}

/** Every page of these tests reaches its server through a front. */
export const test = base.extend<{ front: Front }>({
  front: async ({ app }, use) => {
    const front = await openFront(app.url);
    await use(front);
    await front.close();
  },
  baseURL: async ({ front }, use) => use(front.url),
});

const BUILT_AT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const OTHER_BUILD = '2031-01-01T00:00:00.000Z';

/** Opens a proxy to a server; the browser's own cache stores none of its responses. */
async function openFront(target: string): Promise<Front> {
  let isCut = false;
  let refused: string | null = null;
  const upgraded = new Set<Duplex>();
  let isDeployed = false;
  const server = createServer((incoming, outgoing) => {
    if (isCut || incoming.method === refused) return void incoming.socket.destroy();
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
  server.on('upgrade', (incoming, socket, head) => {
    const { hostname, port } = new URL(target);
    const passed = connect(Number(port), hostname, () => {
      const headers = Object.entries({ ...incoming.headers, origin: target }).map((each) => each.join(': '));
      passed.write(`${[`GET ${incoming.url} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`);
      passed.write(head);
      passed.pipe(socket).pipe(passed);
    });
    for (const [one, other] of [
      [passed, socket],
      [socket, passed],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    upgraded.add(socket);
    socket.on('close', () => upgraded.delete(socket));
    if (isCut) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    isCut = true;
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
  };
  return {
    url: `http://localhost:${port}`,
    cut,
    cutOff: (method) => {
      refused = method;
    },
    mend: () => {
      isCut = false;
      refused = null;
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
