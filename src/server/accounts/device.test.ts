import { describe, expect, test } from 'vitest';
import { deviceText, networkText } from './devices.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iPad = 'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('A browser in words', () => {
  test.each([
    [`${windows} ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${windows} ${webKit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Windows'],
    [`${windows} ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera on Windows'],
    [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`, 'Safari on macOS'],
    [`${mac} ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on macOS'],
    [`${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${iPhone} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`${iPad} Version/17.7 Mobile/15E148 Safari/604.1`, 'Safari on iPad'],
    [`${android} ${webKit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [`${android} ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
    ['curl/8.5.0', 'Unknown browser'],
    ['Your account is closed, visit http://evil.example now/1 x', 'Unknown browser'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('%s', (userAgent, words) => {
    expect(deviceText(userAgent)).toBe(words);
  });
});

describe('A network in words, seen from 203.0.113.7', () => {
  test.each([
    ['203.0.113.7', 'this network'],
    ['::ffff:203.0.113.7', 'this network'],
    ['203.0.113.8', '203.0.113.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['', 'unknown network'],
    [null, 'unknown network'],
  ])('%s', (address, words) => {
    expect(networkText(address, '203.0.113.7')).toBe(words);
  });

  test('IPv6 addresses of one household are one network', () => {
    expect(networkText('2001:db8:1:2::1', '2001:db8:1:2::ffff')).toBe('this network');
  });
});
