import { describe, expect, it } from 'vitest';
import type { Message, TalkReply } from '#contract/talk.ts';
import { namingAt, suggestedPeople, withName } from './composer.tsx';
import { currentQuote, noHistory, withChanged, withLatest, withOlder } from './history.ts';
import { follows, isMessage, stillPending, talkRows } from './messages.tsx';

const NOON = new Date(2026, 8, 13, 12).getTime();
const MINUTE = 60_000;

const message = (id: number, more: Partial<Message> = {}): Message => {
  return { id, at: NOON + id * MINUTE, by: { id: 'ann', name: 'Ann' }, text: `Message ${id}`, ...more };
};
const page = (first: number, last: number, hasOlder = true): TalkReply => {
  const messages = Array.from({ length: last - first + 1 }, (_, at) => message(first + at));
  return { isOn: true, hasOlder, messages };
};
const ids = ({ messages }: { messages: readonly Message[] }) => messages.map(({ id }) => id);

describe('The messages on the page', () => {
  it('are extended by the latest, and keep the older ones', () => {
    const history = withLatest(withOlder(withLatest(noHistory, page(4, 6)), page(1, 3, false)), page(6, 8));
    expect(ids(history)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(history.hasOlder).toBe(false);
  });

  it('start over if some in between were missed', () => {
    const history = withLatest(withLatest(noHistory, page(1, 3, false)), page(5, 8));
    expect(ids(history)).toEqual([5, 6, 7, 8]);
    expect(history.hasOlder).toBe(true);
  });

  it('change one by one, even older ones', () => {
    const history = withChanged(withLatest(noHistory, page(1, 3)), 2, { text: null, deleted: 'author' });
    expect(history.messages.map(({ text }) => text)).toEqual(['Message 1', null, 'Message 3']);
  });

  it('change in their quotes, too', () => {
    const quote = { id: 1, by: { id: 'ann', name: 'Ann' }, text: 'Message 1' };
    const all = withLatest(noHistory, {
      isOn: true,
      hasOlder: false,
      messages: [message(1), message(2, { replyTo: quote })],
    });
    const quoted = (change: Partial<Message>) => withChanged(all, 1, change).messages[1]?.replyTo?.text;
    expect(quoted({ text: 'Edited\nAgain' })).toBe('Edited');
    expect(quoted({ text: null, deleted: 'author' })).toBeNull();
    expect(quoted({ reactions: [] })).toBe('Message 1');
  });
});

describe('The quote of a draft', () => {
  const by = { id: 'ann', name: 'Ann' };
  const quote = { id: 2, by, text: 'Message 2' };
  it.each([
    ['follows its message', [message(1), message(2, { text: 'Edited\nAgain' })], { ...quote, text: 'Edited' }],
    ['has no text once that is deleted', [message(2, { text: null, deleted: 'author' })], { ...quote, text: null }],
    ['stays while that is not loaded', [message(3)], quote],
  ])('%s', (_what, messages, current) => {
    expect(currentQuote(quote, messages)).toEqual(current);
  });
});

describe('The lines of the talk', () => {
  const rows = (messages: Message[], readUntil: number | null = null) =>
    talkRows({ messages, hasOlder: false, pending: [], userId: 'ann', readUntil }).map((row, at, all) =>
      isMessage(row) ? `${row.id}${follows(row, all[at - 1]) ? ' follows' : ''}` : row.kind,
    );

  it('name the author once for messages close together', () => {
    const bob = { by: { id: 'bob', name: 'Bob' } };
    const later = message(20);
    expect(rows([message(1), message(2), message(3, bob), message(4), later])).toEqual([
      'start',
      'day',
      '1',
      '2 follows',
      '3',
      '4',
      '20',
    ]);
  });

  it('include one for each day', () => {
    expect(rows([message(1), message(2, { at: NOON + 24 * 60 * MINUTE })])).toEqual(['start', 'day', '1', 'day', '2']);
  });

  it('include one before the unread messages of others', () => {
    const bob = { by: { id: 'bob', name: 'Bob' } };
    expect(rows([message(1, bob), message(2), message(3, bob), message(4, bob)], 1)).toEqual([
      'start',
      'day',
      '1',
      '2',
      'unread',
      '3',
      '4 follows',
    ]);
    expect(rows([message(1, bob)], 0)).not.toContain('unread');
    expect(rows([message(1, bob)], null)).not.toContain('unread');
  });

  it('include a pending message until it arrives', () => {
    const pending = [{ key: 'k', text: 'Message 3', after: 2 }];
    expect(stillPending(pending, [message(1), message(2)], 'ann')).toEqual(pending);
    expect(stillPending(pending, [message(1), message(2), message(3)], 'ann')).toEqual([]);
    expect(stillPending(pending, [message(3)], 'bob')).toEqual(pending);
  });
});

describe('Names after an @', () => {
  const person = (name: string) => ({
    id: name,
    name,
    plays: true,
    entries: [],
    isCommissioner: false,
    isPaper: false,
  });
  const people = ['Ann Lee', 'Lee Ann', 'Bob'].map(person);

  it.each([
    ['Hi @An', 6, { at: 3, typed: 'An' }],
    ['Hi @', 4, { at: 3, typed: '' }],
    ['me@example', 10, null],
    ['Hi @An\nNow', 10, null],
    ['Hi', 2, null],
  ])('are found in %j', (text, caret, naming) => {
    expect(namingAt(text, caret)).toEqual(naming);
  });

  it('list names that begin with the text first, then names with such a word', () => {
    expect(suggestedPeople(people, 'le').map(({ name }) => name)).toEqual(['Lee Ann', 'Ann Lee']);
  });

  it('replace the typed text', () => {
    expect(withName('Hi @an there', { at: 3, typed: 'an' }, 'Ann Lee')).toEqual({
      text: 'Hi @Ann Lee there',
      caret: 12,
    });
  });
});
