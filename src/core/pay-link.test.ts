import { expect, test } from 'vitest';
import { payLink } from './pay-link.ts';

test.each<[string, string, string]>([
  ['Venmo', 'https://venmo.com/Coach-Kim', 'https://venmo.com/Coach-Kim?txn=pay&amount=20&note=Legends%3A%20Ann'],
  [
    'Venmo by its longer address',
    'https://www.venmo.com/u/kim',
    'https://www.venmo.com/u/kim?txn=pay&amount=20&note=Legends%3A%20Ann',
  ],
  ['PayPal.Me', 'https://paypal.me/coachkim', 'https://paypal.me/coachkim/20USD'],
  ['PayPal.Me with an amount', 'https://www.paypal.me/coachkim/5', 'https://www.paypal.me/coachkim/20USD'],
  [
    'PayPal.Me by its longer address',
    'https://www.paypal.com/paypalme/kim',
    'https://www.paypal.com/paypalme/kim/20USD',
  ],
  ['Cash App', 'https://cash.app/$kim', 'https://cash.app/$kim/20'],
  ['any other service', 'https://example.com/pay?to=kim', 'https://example.com/pay?to=kim'],
  ['another page of PayPal', 'https://www.paypal.com/pools/c/8', 'https://www.paypal.com/pools/c/8'],
  ...[
    'https://venmo.com/code?user_id=1234',
    'https://venmo.com/code',
    'https://account.venmo.com/pay?recipients=Ann',
    'https://venmo.com/u/',
    'https://venmo.com/story/123',
    'https://venmo.com/Coach-Kim?txn=charge',
    'https://www.paypal.com/paypalme/my/profile',
    'https://cash.app/help',
  ].map((page): [string, string, string] => [page, page, page]),
  ['a page of nobody', 'https://venmo.com/', 'https://venmo.com/'],
  ['a host that only ends alike', 'https://notvenmo.com/kim', 'https://notvenmo.com/kim'],
])('a pay link of %s', (_, moneyUrl, link) => {
  expect(payLink(moneyUrl, 2000, 'Legends: Ann')).toBe(link);
});

test('a pay link has cents if there are any, and no amount if nothing is due', () => {
  expect(payLink('https://cash.app/$kim', 1250, '')).toBe('https://cash.app/$kim/12.50');
  expect(payLink('https://cash.app/$kim', 0, '')).toBe('https://cash.app/$kim');
});
