/** HTTPS servers of tests, in place of servers on the internet. Their certificate is for `hooks.test` and `push.test`. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { OutsideOptions } from '#server/platform/outside.ts';

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqQOfijfdXy+4iRPA
BLuMCwkWctZJnjOsKQOMq/7RvmuhRANCAARBVLefSKF2mreLLYlc96dVH+0lGOTJ
THCH3wDS1oDuAf26+BSc3q1Aqxl6KTzyqweasXtqIbyalAPD9Os+y/ZV
-----END PRIVATE KEY-----
`;

const cert = `-----BEGIN CERTIFICATE-----
MIIBgjCCASigAwIBAgIUQhTeQEfaIyxhxy2V8Y8Xn7rC0AIwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKaG9va3MudGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEw
MTAwMDAwMFowFTETMBEGA1UEAwwKaG9va3MudGVzdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABEFUt59IoXaat4stiVz3p1Uf7SUY5MlMcIffANLWgO4B/br4FJze
rUCrGXopPPKrB5qxe2ohvJqUA8P06z7L9lWjVDBSMCAGA1UdEQQZMBeCCmhvb2tz
LnRlc3SCCXB1c2gudGVzdDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBQiN3D+
lDv3G7rbQO6ZjaW0TkAvgDAKBggqhkjOPQQDAgNIADBFAiBvUwP2fqXmwoypOYuf
Os+6bEN1bVfm5Aeu+HgnLYfaQgIhAIgsL1xTZ46S9pgQ3aDK0n9TR8JGiob+lOmn
OwrK+hXV
-----END CERTIFICATE-----
`;

/** Options with which the guard reaches the servers of tests: on this machine, under any name, with their certificate. */
export const reachesTests: OutsideOptions = {
  ca: cert,
  resolve: async () => ['127.0.0.1'],
  isOpen: (address) => address === '127.0.0.1',
};

export interface OutsideServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on a free port of an address of this machine. */
export async function openOutsideServer(
  listener: RequestListener,
  host = '127.0.0.1',
  port = 0,
): Promise<OutsideServer> {
  const server = createServer({ key, cert }, listener);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
