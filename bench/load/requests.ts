/** Requests as a browser on our own pages sends them, as bytes. */

/** @param cookie `name=value` */
export function getRequest(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\ncookie: ${cookie}\r\n\r\n`;
}

/** @param cookie `name=value` */
export function putRequest(path: string, cookie: string, body: unknown): string {
  const text = JSON.stringify(body);
  return [
    `PUT ${path} HTTP/1.1`,
    'host: localhost',
    'sec-fetch-site: same-origin',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    `cookie: ${cookie}`,
    '',
    text,
  ].join('\r\n');
}
