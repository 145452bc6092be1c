/** The baseline: bare `ws`. Whoever connects gets what the first POST brought; what another POST brings goes to everyone. */
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const [port] = process.argv.slice(2);
let first = '';

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = await request.toArray();
  return Buffer.concat(parts).toString();
}

const server = createServer((request, response) => {
  response.end('{}');
  if (request.method !== 'POST') return;
  bodyOf(request).then((text) => {
    first ||= text;
    for (const client of sockets.clients) client.send(text);
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', () => socket.send(first));
});
server.listen(Number(port), '127.0.0.1');
