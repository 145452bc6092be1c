import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The addresses and referers of all requests that a page makes from now on. */
export function recordRequests(page: Page): readonly string[] {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} from ${request.headers().referer ?? 'nowhere'}`));
  return requests;
}

/** Expects the token of a link in no request, but in the address that the browser was given. */
export function expectNoToken(requests: readonly string[], link: string): void {
  const token = /token=([\w-]+)/.exec(link)?.[1];
  expect(token).toBeDefined();
  const sent = requests.map((text) => text.replace(/#\S*/g, ''));
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter((text) => text.includes(String(token)))).toEqual([]);
}
