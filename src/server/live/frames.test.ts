import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from '#server/live/encoding.ts';
import { anyText } from '#tests/core-samples.ts';
import { until } from '#tests/until.ts';

describe('A text frame', () => {
  const received: unknown[] = [];
  let server: WebSocketServer;
  let page: WebSocket;
  let wire: Socket;

  beforeAll(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    page.on('message', (data, isBinary) => received.push(isBinary ? data : String(data)));
    const [, request] = await once(server, 'connection');
    wire = request.socket;
    await once(page, 'open');
  });

  afterAll(() => {
    page.terminate();
    server.close();
  });

  /** What the other end makes of some texts, sent as frames one after the other. */
  async function sent(texts: readonly string[]): Promise<unknown[]> {
    received.length = 0;
    wire.write(Buffer.concat(texts.map(textFrame)));
    await until(() => received.length >= texts.length);
    return [...received];
  }

  test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('of %i bytes arrives as it was', async (length) => {
    const text = 'x'.repeat(length);
    expect(await sent([text])).toEqual([text]);
  });

  test('carries any text, counted in bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { maxLength: 4 }), async (texts) => {
        expect(await sent(texts)).toEqual(texts.map((text) => text.toWellFormed()));
      }),
    );
  });
});
