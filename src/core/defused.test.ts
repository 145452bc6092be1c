import { describe, expect, test } from 'vitest';
import { defused } from './defused.ts';

const names = [
  'http://evil.example/login',
  'HTTPS://evil.example',
  'evil.example',
  'www.evil.example/login',
  'mailto:me@evil.example',
  'http://10.0.0.1/login',
  'x@evil.example',
  'ｅvil.бел',
];

describe('A name that looks like an address', () => {
  test.each(names)('is no link in a mail, in Slack or in other chats: %s', (name) => {
    for (const place of ['mail', 'slack', 'chat'] as const) {
      expect(defused(place, name)).not.toMatch(/:\/\/|[\p{L}\p{N}][.@]\p{L}/u);
      expect(defused(place, name).replaceAll('\u200b', '')).toBe(name);
    }
  });

  test.each(['tel:+15550100', ':tada:', '@here', '#general', '*bold*', '_it_', '~no~', '`code`'])(
    'or like formatting or a mention is plain text in Slack: %s',
    (name) => {
      expect(defused('slack', name)).not.toMatch(/[:@#*_~`]\w|\w[:*_~`]/);
      expect(defused('slack', name).replaceAll('\u200b', '')).toBe(name);
    },
  );

  test.each([
    ['<!channel>', '&lt;!channel&gt;'],
    ['<@U12345678>', '&lt;@U12345678&gt;'],
    ['<http://x.example|Free>', '&lt;http://x.example|Free&gt;'],
    ['A & B', 'A &amp; B'],
  ])('has the entities of Slack: %s', (name, shown) => {
    expect(defused('slack', name).replaceAll('\u200b', '')).toBe(shown);
  });

  test.each(['Ann won it with 7.5 points.', 'It locks at 1:00 PM. Good luck!', 'J. R. and St. Nick'])(
    'is the only thing that a mail defuses: %s',
    (text) => {
      expect(defused('mail', text)).toBe(text);
    },
  );
});
