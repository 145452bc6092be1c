import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainBase64, readAccounts } from './accounts.ts';
import { readHashConfig } from './hash-config.ts';
import { readKickoff, readMoment, writeKickoff } from './moment.ts';
import { readWeekId } from './week-id.ts';

describe('The id of a week in an export', () => {
  it.each([
    ['2024-week1', '2024-week1'],
    ['2024-Week05', '2024-week5'],
    ['2024 Week 18', '2024-week18'],
    ['2024week7', '2024-week7'],
    ['week5', 'week5'],
    ['2024-wild-card', '2024-wild-card'],
    ['2024-WildCard', '2024-wild-card'],
    ['2024 Super Bowl', '2024-super-bowl'],
    ['2024-divisional', '2024-divisional'],
  ])('%j is %s', (text, id) => {
    expect(readWeekId(text)).toBe(id);
  });

  it.each(['', 'ID', '2024-week0', '2024-week19', '2024-pre1', 'wild-card', '24-week1', '__proto__'])(
    '%j is none',
    (text) => {
      expect(readWeekId(text)).toBeNull();
    },
  );
});

describe('A kick-off of an export', () => {
  const noon = Date.UTC(2024, 8, 8, 17);

  it.each([
    ['milliseconds', '1725814800000'],
    ['seconds', '1725814800'],
    ['UTC', '2024-09-08T17:00:00.000Z'],
    ['another zone', '2024-09-08T19:00+02:00'],
    ['Eastern time', '2024-09-08T13:00:00-04:00'],
    ['Eastern time without a zone', '2024-09-08 13:00'],
    ['what a date is as text', 'Sun Sep 08 2024 13:00:00 GMT-0400 (Eastern Daylight Time)'],
    ['what a date is as UTC text', 'Sun, 08 Sep 2024 17:00:00 GMT'],
  ])('may be %s', (_, text) => {
    expect(readKickoff(text)).toEqual({ kickoff: noon, timeTbd: false });
  });

  it('goes by the clock on the wall where the old system wrote the wrong offset', () => {
    expect(readMoment('2024-11-02T13:00:00-05:00')).toBe(Date.UTC(2024, 10, 2, 17));
  });

  it('has no time where there is only a date', () => {
    expect(readKickoff('2024-09-08')).toEqual({ kickoff: Date.UTC(2024, 8, 8, 4), timeTbd: true });
  });

  it.each([
    ['in summer', Date.UTC(2024, 8, 8, 17), false, '2024-09-08T13:00:00-04:00'],
    ['in winter', Date.UTC(2024, 10, 8, 1, 15), false, '2024-11-07T20:15:00-05:00'],
    ['without a time', Date.UTC(2024, 8, 8, 4), true, '2024-09-08'],
  ])('is written in Eastern time: %s', (_, kickoff, timeTbd, text) => {
    expect(writeKickoff({ kickoff, timeTbd })).toBe(text);
  });

  it.each([
    '',
    'Sunday',
    '9/8/2024 1:00 PM',
    '2024-02-30T13:00',
    '2024-09-08T25:00',
    '17',
    '9'.repeat(14),
    '0001-01-01',
  ])('is not %j', (text) => {
    expect(readKickoff(text)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void readKickoff(text)));
  });
});

describe('The password hash parameters', () => {
  const config = { signerKey: 'abcd+/==', saltSeparator: 'Bw==', rounds: 8, memCost: 14 };

  it.each([
    ['numbers', '{"base64_signer_key":"abcd+/==","base64_salt_separator":"Bw==","rounds":8,"mem_cost":14}'],
    ['texts', '{"base64_signer_key":"abcd-_","base64_salt_separator":"Bw","rounds":"8","mem_cost":"14"}'],
    [
      'one level down',
      '{"hash_config":{"base64_signer_key":"abcd+/==","base64_salt_separator":"Bw==","rounds":8,"mem_cost":14}}',
    ],
    [
      'as the console shows them',
      'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: abcd+/==,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}',
    ],
  ])('are read from %s', (_, text) => {
    expect(readHashConfig(text)).toEqual(config);
  });

  it.each(['', '{}', '[]', 'null', '{"base64_signer_key":"abcd+/==","base64_salt_separator":"Bw==","rounds":8}'])(
    'are not in %j',
    (text) => {
      expect(readHashConfig(text)).toBeNull();
    },
  );

  it.each([
    ['rounds', 9],
    ['rounds', 0],
    ['mem_cost', 30],
    ['mem_cost', 1.5],
  ])('have limits: %s of %d', (name, value) => {
    const text = JSON.stringify({
      base64_signer_key: 'abcd+/==',
      base64_salt_separator: 'Bw==',
      rounds: 8,
      mem_cost: 14,
      [name]: value,
    });
    expect(readHashConfig(text)).toBeNull();
  });

  it('never make the reader throw', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readHashConfig(text)));
  });
});

describe('A text in base64', () => {
  it.each([
    ['ab-_', 'ab+/'],
    ['ab==', 'ab=='],
    ['abc====', 'abc='],
    ['ab=c', null],
    // At this length, work that grows with the square would take longer than a test may.
    [`ab${'='.repeat(300_000)}!`, null],
  ])('%.20s is %s', (text, plain) => {
    expect(plainBase64(text)).toBe(plain);
  });
});

describe('An account of Firebase', () => {
  const ann = {
    uid: 'u1',
    path: 'accounts/u1',
    email: 'Ann@x.org',
    emailVerified: true,
    name: 'Ann',
    isEnabled: false,
    password: { hash: 'ab+/', salt: 'cd+/' },
    identities: [
      { provider: 'google', id: '117' },
      { provider: 'facebook', id: '118' },
    ],
  };

  it('is read as the command line exports it', () => {
    const user = {
      localId: 'u1',
      email: 'Ann@x.org',
      emailVerified: true,
      displayName: 'Ann',
      disabled: true,
      passwordHash: 'ab+/',
      salt: 'cd+/',
      providerUserInfo: [
        { providerId: 'google.com', rawId: '117', email: 'Ann@x.org' },
        { providerId: 'password', rawId: 'Ann@x.org' },
        { providerId: 'facebook.com', rawId: '118' },
      ],
    };
    expect(readAccounts({ users: [user] })).toEqual({ accounts: [ann], leftOut: [] });
  });

  it('is read as the Admin SDK lists it', () => {
    const user = {
      uid: 'u1',
      email: 'Ann@x.org',
      emailVerified: true,
      displayName: 'Ann',
      disabled: true,
      passwordHash: 'ab-_',
      passwordSalt: 'cd-_',
      providerData: [
        { uid: '117', providerId: 'google.com' },
        { uid: '118', providerId: 'facebook.com' },
      ],
    };
    expect(readAccounts([user])).toEqual({ accounts: [ann], leftOut: [] });
  });

  it.each<[unknown, string, string]>([
    [{ email: 'a@x.org' }, 'users/0', 'The account has no id.'],
    [{ localId: 'a\u0000' }, 'users/0', 'The account has no id.'],
    [
      { localId: 'u', passwordHash: '!' },
      'accounts/u/passwordHash',
      'The hash of the password, or its salt, is not base64.',
    ],
    [
      { localId: 'u', providerUserInfo: [{ providerId: 'apple.com', rawId: '1' }] },
      'accounts/u/0',
      'People sign in with a password, Google or Facebook here.',
    ],
    [{ localId: 'u', providerUserInfo: [{ providerId: 'google.com' }] }, 'accounts/u/0', 'The identity has no id.'],
  ])('is reported where it makes no sense: %j', (user, path, reason) => {
    expect(readAccounts({ users: [user] }).leftOut).toEqual([{ path, reason }]);
  });

  it('never makes the reader throw', () => {
    fc.assert(fc.property(fc.anything(), (json) => void readAccounts({ users: [json, json] })));
    fc.assert(fc.property(fc.anything(), (json) => void readAccounts(json)));
  });
});
