import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '#tests/core-samples.ts';
import { cleanName, compareByEmail, displayNameFor, nameContains, nameLength, normalizeName } from './names.ts';

describe('A name as it is stored', () => {
  it.each([
    ['spaces around it are left out', '  Sam Okafor ', 'Sam Okafor'],
    ['spaces within it stay', 'Sam  Okafor', 'Sam  Okafor'],
    ['a line break is a space', 'Sam\nOkafor', 'Sam Okafor'],
    ['and so are several in a row', 'Sam\r\n\tOkafor', 'Sam Okafor'],
    ['and those of other alphabets', 'Sam\u2028Okafor\u0085Jr', 'Sam Okafor Jr'],
    ['at its ends they are left out', '\nSam\t', 'Sam'],
    ['controls are left out', '\u0000S\u0007am\u007f\u009b', 'Sam'],
    ['spaces at a control at its end too', 'Sam \u0000', 'Sam'],
    ['nothing turns its direction', '\u202eS\u202aa\u202bm\u202c\u202d', 'Sam'],
    ['nor sets a part of it apart', '\u2066S\u2067a\u2068m\u2069', 'Sam'],
    ['halves of characters are left out', '\ud800S\udfffam\ud83c', 'Sam'],
    ['two halves around a control do not become a character', 'Sam\ud83c\u0001\udfc8', 'Sam'],
    ['of nothing but such it is empty', '\u202e\u0000\ud800 \n', ''],
    ['emoji stay', '🏈👩‍🚀❤️', '🏈👩‍🚀❤️'],
    ['with their colors and flags', '👍🏽🇺🇸🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', null],
    ['Hebrew stays', 'שם \u200f(א)', 'שם \u200f(א)'],
    ['Persian stays, its joiners too', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['accents stay as they were typed', 'Zoe\u0308', 'Zoe\u0308'],
    ['marks are not piled up', `Z${'\u0308'.repeat(40)}oe`, `Z${'\u0308'.repeat(4)}oe`],
  ])('%s', (_rule, typed, stored) => {
    expect(cleanName(typed)).toBe(stored ?? typed);
  });

  it('is one line of whole characters, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const stored = cleanName(typed);
        expect(stored).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
        expect(cleanName(stored)).toBe(stored);
      }),
    );
  });
});

describe('The length of a name', () => {
  it.each([
    ['counts characters as people do', '🏈Sam', 4],
    ['is the length of the stored name', ' \u202eS\u0000a\nm ', 4],
    ['is 0 for an empty name', '', 0],
    ['is 0 if nothing is visible', '\u200b \u034f\u180b\u2800\u3164\uffa0\u00ad\ufe0f', 0],
    ['is 0 if all of it is removed', '\u202e\ud800\u0007', 0],
  ])('%s', (_rule, name, length) => {
    expect(nameLength(name)).toBe(length);
  });
});

describe('The normalized name', () => {
  it.each([
    ['capitals', 'SAM okafor'],
    ['spaces around it', ' Sam Okafor '],
    ['several spaces', 'Sam \u2003\u00a0Okafor'],
    ['a line break', 'Sam\nOkafor'],
    ['wide letters', 'Ｓａｍ　Ｏｋａｆｏｒ'],
    ['a space of no width', 'S\u200bam Okafor'],
    ['a soft hyphen', 'Sam Oka\u00adfor'],
    ['a joiner of graphemes', 'Sam\u034f Okafor'],
    ['a Mongolian selector', 'Sam\u180b Okafor'],
    ['a selector of variants', 'Sam\ufe0f Okafor\u{e0100}'],
    ['a filler of Korean letters', 'Sam\u115f Okafor\u1160'],
    ['a filler of Korean writing, which is blank', 'Sam\u3164Okafor\uffa0'],
    ['the same next to a space', 'Sam\u3164 Okafor'],
    ['a blank of Braille', 'Sam\u2800Okafor'],
    ['the same next to a space', 'Sam\u2800 Okafor\u2800'],
    ['a turn of direction', '\u202dSam Okafor'],
    ['half a character', 'Sam\ud800 Okafor'],
  ])('is not changed by %s', (_what, name) => {
    expect(normalizeName(name)).toBe('sam okafor');
  });

  it.each(['SamOkafor', 'Sam Okafór', 'Sam O kafor', 'Sam Okafor (2)', 'Sam-Okafor'])('is different for %j', (name) => {
    expect(normalizeName(name)).not.toBe('sam okafor');
  });
});

describe('A search by name', () => {
  it.each([
    ['okaf', true],
    ['SAM O', true],
    [' okafor ', true],
    ['sám okâfor', true],
    ['', true],
    ['  ', true],
    ['samo', false],
    ['okafor s', false],
  ])('finds Sam Okafór by %j: %s', (text, isFound) => {
    expect(nameContains('Sam Okafór', text)).toBe(isFound);
  });
});

describe('The display name of a new account', () => {
  it.each([
    ['given at sign-up', { signUpName: 'Sam', accountName: 'Samuel Fox', email: 'fox@example.com' }, 'Sam'],
    ['trimmed', { signUpName: '  Sam ' }, 'Sam'],
    ['the account’s, when none was given', { accountName: 'Samuel Fox', email: 'fox@example.com' }, 'Samuel Fox'],
    ['the account’s, when only spaces were given', { signUpName: '  ', accountName: 'Samuel Fox' }, 'Samuel Fox'],
    ['in one line, and not turned around', { signUpName: '\u202eSam\nFox\u0000' }, 'Sam Fox'],
    ['the account’s, when nothing of it can be seen', { signUpName: '\u200b\u3164', accountName: 'Fox' }, 'Fox'],
    ['the e-mail before the @', { signUpName: '', accountName: null, email: 'fox@example.com' }, 'fox'],
    ['User, when nothing is known', {}, 'User'],
    ['User, when the e-mail has nothing before the @', { email: '@example.com' }, 'User'],
  ])('is %s', (_name, sources, name) => {
    expect(displayNameFor(sources)).toBe(name);
  });
});

describe('The list of users', () => {
  it('is sorted by e-mail, ignoring capitals, with users without one last', () => {
    const users = ['bob@x.org', null, 'Cy@x.org', 'ann@x.org', null].map((email) => ({ email }));
    expect(users.toSorted(compareByEmail).map((user) => user.email)).toEqual([
      'ann@x.org',
      'bob@x.org',
      'Cy@x.org',
      null,
      null,
    ]);
    expect(compareByEmail({ email: null }, { email: 'a@x.org' })).toBeGreaterThan(0);
    expect(compareByEmail({ email: 'a@x.org' }, { email: null })).toBeLessThan(0);
    expect(compareByEmail({ email: 'A@x.org' }, { email: 'a@x.org' })).toBe(0);
  });
});
