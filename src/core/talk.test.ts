import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  cleanMessage,
  EDIT_MS,
  hasUnread,
  leadersToAnnounce,
  MESSAGE_MAX,
  mayAnswer,
  mayDelete,
  mayEdit,
  mentionedIn,
  messageError,
  messageParts,
  postText,
  quoteText,
} from './talk.ts';

describe('A message', () => {
  it.each([
    ['keeps its lines, and is trimmed', '  Go\r\nBirds!\u2028Now \n\n', 'Go\nBirds!\nNow'],
    ['has no two empty lines in a row', 'Go\n\n\n\n\nBirds', 'Go\n\nBirds'],
    ['turns nothing around', 'abc\u202e\u2066def', 'abcdef'],
    ['has no control characters and no halves of others', 'a\u0000b\u0007c\ud800d', 'abcd'],
    ['piles no marks up', `a${'\u0301'.repeat(40)}b`, `a${'\u0301'.repeat(4)}b`],
    ['may have emoji of several parts', '👨‍👩‍👧 🏈', '👨‍👩‍👧 🏈'],
  ])('%s', (_name, text, clean) => {
    expect(cleanMessage(text)).toBe(clean);
  });

  it('does not change if it is cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(cleanMessage(cleanMessage(text))).toBe(cleanMessage(text));
      }),
    );
  });

  it.each([
    ['', 'Write a message'],
    [' \u200b\u2800 ', 'Write a message'],
    ['x', null],
    ['🏈'.repeat(MESSAGE_MAX), null],
    ['🏈'.repeat(MESSAGE_MAX + 1), 'A message must be at most 500 characters long'],
  ])('%j: %s', (text, error) => {
    expect(messageError(cleanMessage(text))).toBe(error);
  });

  it.each([
    ['its first line', 'Go Birds\nAgain', 'Go Birds'],
    ['as much of a long line as fits', 'x'.repeat(121), `${'x'.repeat(119)}…`],
    ['a line that just fits in full', '🏈'.repeat(120), '🏈'.repeat(120)],
    ['nothing once it is deleted', null, null],
  ])('is quoted with %s', (_name, text, quote) => {
    expect(quoteText(text)).toBe(quote);
  });

  it.each([
    ['is answered', { deleted: undefined }, true],
    ['is not answered once its author deleted it', { deleted: 'author' }, false],
    ['is not answered once a commissioner deleted it', { deleted: 'commissioner' }, false],
  ])('%s', (_name, message, may) => {
    expect(mayAnswer(message)).toBe(may);
  });

  const said = { by: { id: 'ann' }, at: 1000 };
  it.each([
    ['by its author, for five minutes', said, 'ann', 1000 + EDIT_MS - 1, true],
    ['not by its author later', said, 'ann', 1000 + EDIT_MS, false],
    ['by nobody else', said, 'bob', 1001, false],
    ['by nobody if the product wrote it', { ...said, by: null }, 'ann', 1001, false],
    ['not once it is deleted', { ...said, deleted: 'author' }, 'ann', 1001, false],
  ])('is changed %s', (_name, message, userId, now, may) => {
    expect(mayEdit(message, userId, now)).toBe(may);
  });

  it.each([
    ['by its author', said, 'ann', false, true],
    ['by a commissioner', said, 'bob', true, true],
    ['by nobody else', said, 'bob', false, false],
    ['not again', { ...said, deleted: 'author' }, 'ann', true, false],
    ['by a commissioner if the product wrote it', { ...said, by: null }, 'bob', true, true],
  ])('is deleted %s', (_name, message, userId, runsPool, may) => {
    expect(mayDelete(message, userId, runsPool)).toBe(may);
  });
});

describe('In a message', () => {
  const people = [
    { id: 'ann', name: 'Ann' },
    { id: 'lee', name: 'Ann Lee' },
    { id: 'dot', name: 'D.J. (2)' },
  ];
  const parts = (text: string) =>
    messageParts(text, people).map((part) => (part.kind === 'mention' ? `@${part.id}` : `${part.kind} ${part.text}`));

  test.each([
    ['Hi @ann!', ['text Hi ', '@ann', 'text !']],
    ['@Ann Lee and @Ann', ['@lee', 'text  and ', '@ann']],
    ['@D.J. (2), look', ['@dot', 'text , look']],
    ['ann@ann.org and @Anna', ['text ann@ann.org and @Anna']],
    ['see https://nfl.com/x?y=1.', ['text see ', 'link https://nfl.com/x?y=1', 'text .']],
    ['(HTTPS://NFL.COM)', ['text (', 'link HTTPS://NFL.COM', 'text )']],
    ['javascript:alert(1) data:x ftp://a.b https://', ['text javascript:alert(1) data:x ftp://a.b https://']],
    ['https://a.b/@Ann @Ann', ['link https://a.b/@Ann', 'text  ', '@ann']],
  ])('%s: people and addresses are found', (text, found) => {
    expect(parts(text)).toEqual(found);
  });

  test.each([
    ['nobody is', 'Hi all', 'bo', []],
    ['each person once, as they come', '@Bo @Al @bo', 'cy', ['bo', 'al']],
    ['its author is not', '@Al @Bo', 'al', ['bo']],
    ['five people at most', '@Al @Bo @Cy @Di @Ed @Flo', 'x', ['al', 'bo', 'cy', 'di', 'ed']],
    ['five others', '@Al @Bo @Cy @Di @Ed @Flo', 'al', ['bo', 'cy', 'di', 'ed', 'flo']],
  ])('%s notified', (_who, text, author, notified) => {
    const named = ['Al', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'].map((name) => ({ id: name.toLowerCase(), name }));
    expect(mentionedIn(text, named, author)).toEqual(notified);
  });

  test('nothing is lost or added, whatever it says', () => {
    const word = fc.constantFrom('@Ann', '@', ' ', 'https://a.b', '.', ')', 'Ann Lee', '\n', '🏈', 'x');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join('');
        expect(
          messageParts(text, people)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

test.each([
  [{ kind: 'joined', name: 'Ann' }, 'Ann joined the pool.'],
  [
    { kind: 'week', week: 'Week 3', winners: ['Ann'], points: '12 points', newLeaders: [] },
    'Week 3 is decided. Ann won it with 12 points.',
  ],
  [
    { kind: 'week', week: 'Week 3', winners: ['Ann', 'Bob'], points: '7.5 points', newLeaders: ['Cid'] },
    'Week 3 is decided. Ann and Bob won it with 7.5 points. Cid now leads the pool.',
  ],
  [
    {
      kind: 'week',
      week: 'Week 3',
      winners: ['A', 'B', 'C', 'D', 'E'],
      points: '1 point',
      newLeaders: ['A', 'B', 'C'],
    },
    'Week 3 is decided. A, B and 3 others won it with 1 point. A, B and C now lead the pool.',
  ],
  [
    { kind: 'week', week: 'Week 3', winners: [], points: '0 points', newLeaders: [] },
    'Week 3 is decided. Nobody scored.',
  ],
  [{ kind: 'survived', week: 'Week 3', out: 2, left: 5, winners: [] }, 'Week 3 is decided. Out: 2. Still in: 5.'],
  [
    { kind: 'survived', week: 'Week 3', out: 2, left: 1, winners: ['Ann'] },
    'Week 3 is decided. Out: 2. Ann won the pool.',
  ],
] as const)('The product says %j as %s', (post, text) => {
  expect(postText(post)).toBe(text);
});

test.each([
  [true, 'a message came after what was read', 7, 5],
  [true, 'nothing was read yet', 1, 0],
  [false, 'all are read', 7, 7],
  [false, 'there is none', 0, 0],
  [false, 'the talk is off', undefined, 0],
  [false, 'the viewer is no member', 7, undefined],
] as const)('That the talk has unread messages is %s if %s', (unread, _, last, readUntil) => {
  expect(hasUnread(last, readUntil)).toBe(unread);
});

test.each<[string, string[] | null, string[], string[]]>([
  ['nobody was announced', null, ['ann'], []],
  ['the same lead', ['bob', 'ann'], ['ann', 'bob'], []],
  ['one of them leads alone', ['bob', 'ann'], ['ann'], ['ann']],
  ['nobody leads anymore', ['ann'], [], []],
])('new leaders if %s', (_, before, leaders, told) => {
  expect(leadersToAnnounce(before, leaders)).toEqual(told);
});
