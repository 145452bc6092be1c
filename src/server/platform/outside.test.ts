import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { OutsideServer } from '#tests/outside-server.ts';
import { openOutsideServer, reachesTests } from '#tests/outside-server.ts';
import type { OutsideOptions } from './outside.ts';
import { createOutside, isPublicAddress } from './outside.ts';

describe('Addresses', () => {
  test.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.1', '10.255.255.255'],
    ['100.64.0.1', '100.127.255.255'],
    ['127.0.0.1', '127.255.255.254'],
    ['169.254.169.254', '169.254.0.1'],
    ['172.16.0.1', '172.31.255.255'],
    ['192.168.0.1', '192.168.255.255'],
    ['192.0.0.192', '192.0.2.1', '192.88.99.1', '198.51.100.7', '203.0.113.7'],
    ['198.18.0.1', '198.19.255.255'],
    ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ['168.63.129.16', '100.100.100.200'],
    ['::', '::1', '::127.0.0.1'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
    ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
    ['2002:7f00:1::', '2001::1', '2001:db8::1', '3fff::1'],
    ['fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
    ['', 'localhost', '8.8.8.8.', '2130706433'],
  ])('%s and its like are closed', (...addresses) => {
    for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  test('others are public', () => {
    const open = [
      '1.1.1.1',
      '8.8.8.8',
      '100.63.255.255',
      '100.128.0.0',
      '172.32.0.1',
      '192.169.0.1',
      '223.255.255.255',
    ];
    for (const address of [...open, '2606:4700::1111', '2a00:1450:4001::8a', '2003::1'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  test.each([
    ['https://hooks.example.org/a?b=c', null],
    ['https://hooks.example.org:8443/', null],
    ['https://8.8.8.8/', null],
    ['http://hooks.example.org/', 'bad_address'],
    ['ftp://hooks.example.org/', 'bad_address'],
    ['hooks.example.org', 'bad_address'],
    ['https://me:secret@hooks.example.org/', 'bad_address'],
    ['https://hooks.example.org:25/', 'bad_address'],
    ['https://hooks.example.org:22/', 'bad_address'],
    [`https://hooks.example.org/${'a'.repeat(2000)}`, 'bad_address'],
    ['https://127.0.0.1/', 'closed_address'],
    ['https://2130706433/', 'closed_address'],
    ['https://0x7f000001/', 'closed_address'],
    ['https://0177.0.0.1/', 'closed_address'],
    ['https://127.1/', 'closed_address'],
    ['https://0/', 'closed_address'],
    ['https://１２７.0.0.1/', 'closed_address'],
    ['https://[::1]/', 'closed_address'],
    ['https://[::ffff:127.0.0.1]/', 'closed_address'],
    ['https://[::ffff:a9fe:a9fe]/', 'closed_address'],
    ['https://[64:ff9b::169.254.169.254]/', 'closed_address'],
    ['https://[fe80::1]/', 'closed_address'],
    ['https://localhost/', 'closed_address'],
    ['https://LOCALHOST./', 'closed_address'],
    ['https://a.localhost/', 'closed_address'],
    ['https://printer.local/', 'closed_address'],
    ['https://metadata.google.internal/', 'closed_address'],
    ['https://nas.home.arpa/', 'closed_address'],
    ['https://intranet/', 'closed_address'],
    ['https://local.example.org/', null],
  ])('%s is %s', (address, problem) => {
    expect(createOutside().problemOf(address)).toBe(problem);
  });
});

describe('Calls', () => {
  const servers: OutsideServer[] = [];

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  async function serve(listener: RequestListener, host?: string, port?: number): Promise<OutsideServer> {
    const server = await openOutsideServer(listener, host, port);
    servers.push(server);
    return server;
  }

  /** Posts to a server of this test as to one of the internet. */
  function post(port: number, options: OutsideOptions = {}, name = 'hooks.test') {
    const call = { address: `https://${name}:${port}/in`, headers: { 'x-mark': 'ours' }, body: '{"ünï":1}' };
    return createOutside({ ...reachesTests, ...options }).post(call);
  }

  test('arrive whole, and of the answer only the status and the pause it asks for come back', async () => {
    const heard: unknown[] = [];
    const { port } = await serve(async (request, response) => {
      const chunks = await request.toArray();
      heard.push([request.method, request.url, request.headers['x-mark'], Buffer.concat(chunks).toString()]);
      response.writeHead(429, { 'retry-after': '2.5' }).end('a secret of the network');
    });
    expect(await post(port)).toEqual({ status: 429, retryAfterMs: 2500 });
    expect(heard).toEqual([['POST', '/in', 'ours', '{"ünï":1}']]);
  });

  test('a name with one closed address among its own is not called, and neither is one without any', async () => {
    let calls = 0;
    const { port } = await serve((_request, response) => {
      calls += 1;
      response.end();
    });
    const resolvesTo = (...addresses: string[]) => ({ resolve: async () => addresses });
    expect(await post(port, resolvesTo('127.0.0.1', '10.0.0.1'))).toEqual({ failure: 'closed_address' });
    expect(await post(port, { isOpen: isPublicAddress })).toEqual({ failure: 'closed_address' });
    expect(await post(port, resolvesTo())).toEqual({ failure: 'unknown_name' });
    const never = { resolve: () => new Promise<never>(() => {}), timeoutMs: 50 };
    expect(await post(port, never)).toEqual({ failure: 'unknown_name' });
    expect(calls).toBe(0);
  });

  test('a name that changes its answer is asked once, and the call goes to what was checked', async () => {
    const reached: string[] = [];
    const open = await serve((_request, response) => response.end(void reached.push('open')));
    await serve((_request, response) => response.end(void reached.push('closed')), '127.0.0.2', open.port);
    const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
    const outcome = await post(open.port, { resolve: async () => [answers.shift() ?? ''] });
    expect(outcome).toEqual({ status: 200, retryAfterMs: 0 });
    expect(reached).toEqual(['open']);
    expect(answers).toHaveLength(2);
  });

  test('a redirect is not followed', async () => {
    const urls: (string | undefined)[] = [];
    const { port } = await serve((request, response) => {
      urls.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await post(port)).toEqual({ status: 307, retryAfterMs: 0 });
    expect(urls).toEqual(['/in']);
  });

  test('end after ten seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const { port } = await serve((_request, response) => response.end());
    await post(port);
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
  });

  test('slow, truncated, endless or huge answers block nothing', async () => {
    const slow = await serve(() => {});
    expect(await post(slow.port, { timeoutMs: 500 })).toEqual({ failure: 'no_answer' });
    const other = await serve((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(await post(other.port)).toEqual({ status: 101, retryAfterMs: 0 });
    const half = await serve((request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-Le'));
    expect(await post(half.port)).toEqual({ failure: 'no_answer' });
    const cut = await serve((request) => request.socket.destroy());
    expect(await post(cut.port)).toEqual({ failure: 'no_answer' });
    const endless = await serve((_request, response) => {
      const more = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(more));
      response.writeHead(200);
    });
    expect(await post(endless.port)).toEqual({ status: 200, retryAfterMs: 0 });
    const huge = await serve((_request, response) => {
      response.writeHead(200, { 'x-much': 'x'.repeat(100_000) }).end();
    });
    expect(await post(huge.port)).toEqual({ failure: 'no_answer' });
  });

  test('a host without a valid certificate, or that does not listen, is not called', async () => {
    let calls = 0;
    const { port } = await serve((_request, response) => {
      calls += 1;
      response.end();
    });
    const { ca: _ca, ...stranger } = reachesTests;
    const call = { address: `https://hooks.test:${port}/`, headers: {}, body: '' };
    expect(await post(port, {}, 'other.test')).toEqual({ failure: 'unreachable' });
    expect(await createOutside(stranger).post(call)).toEqual({ failure: 'unreachable' });
    expect(calls).toBe(0);
    const gone = await openOutsideServer(() => {});
    await gone.close();
    expect(await post(gone.port)).toEqual({ failure: 'unreachable' });
  });
});
