import { describe, expect, it } from 'vitest';
import type { Message } from '#contract/talk.ts';
import { ApiError } from '#web/lib/api.ts';
import { outboxOf, quoteInDraft, refuseIn, sendDraft, typeDraft } from './outbox.ts';

const place = () => crypto.randomUUID();
const refused = () => Promise.reject(new Error('Refused'));
const taken = ({ text }: { text: string }): Promise<Message> => {
  return Promise.resolve({ id: 1, at: 0, by: { id: 'ann', name: 'Ann' }, text });
};

describe('A draft', () => {
  it('leaves the box on Send, and is gone once it is accepted', async () => {
    const at = place();
    typeDraft(at, 'Hi');
    const sending = sendDraft(at, 0, taken);
    expect(outboxOf(at)).toMatchObject({ draft: { text: '' }, pending: [{ text: 'Hi', after: 0 }] });
    await sending;
    expect(outboxOf(at)).toMatchObject({ draft: { text: '' }, pending: [], refusal: null });
  });

  it('returns if it is refused, even if the person has visited another screen', async () => {
    const at = place();
    typeDraft(at, 'Hi');
    await sendDraft(at, 0, refused);
    expect(outboxOf(at)).toMatchObject({ draft: { text: 'Hi' }, pending: [] });
    expect(outboxOf(at).refusal).not.toBeNull();
  });

  it('keeps what it replies to until it is accepted', async () => {
    const at = place();
    const quote = { id: 7, by: null, text: 'News' };
    quoteInDraft(at, quote);
    typeDraft(at, 'Hi');
    await sendDraft(at, 7, refused);
    expect(outboxOf(at).draft).toMatchObject({ text: 'Hi', replyTo: quote });
    const posted: (number | undefined)[] = [];
    await sendDraft(at, 7, (message) => {
      posted.push(message.replyTo);
      return taken(message);
    });
    expect([posted, outboxOf(at).draft.replyTo]).toEqual([[7], null]);
  });

  it('is kept if the message that it replies to was deleted, and sent once that is removed', async () => {
    const at = place();
    quoteInDraft(at, { id: 7, by: null, text: 'News' });
    typeDraft(at, 'Hi');
    await sendDraft(at, 7, () => Promise.reject(new ApiError('message_not_found', "This message doesn't exist.")));
    expect(outboxOf(at)).toMatchObject({
      draft: { text: 'Hi', replyTo: { id: 7 } },
      refusal: 'The message you reply to was deleted. Remove the quote to send yours.',
    });
    quoteInDraft(at, null);
    expect(outboxOf(at)).toMatchObject({ draft: { text: 'Hi', replyTo: null }, refusal: null });
  });

  it('shows the latest refusal until the next act', async () => {
    const at = place();
    typeDraft(at, 'Hi');
    await sendDraft(at, 0, refused);
    refuseIn(at, 'No reaction');
    expect(outboxOf(at).refusal).toBe('No reaction');
    const sending = sendDraft(at, 0, taken);
    expect(outboxOf(at).refusal).toBeNull();
    await sending;
  });

  it('is put before the text typed since', async () => {
    const at = place();
    typeDraft(at, 'Hi');
    const sending = sendDraft(at, 0, refused);
    typeDraft(at, 'there');
    await sending;
    expect(outboxOf(at).draft.text).toBe('Hi\nthere');
  });

  it('is the same message if it is sent again, and another one once its text changed', async () => {
    const [same, other] = [place(), place()];
    const keys = [];
    for (const [at, text] of [
      [same, 'Hi'],
      [other, 'Hi there'],
    ] as const) {
      typeDraft(at, 'Hi');
      const { key } = outboxOf(at).draft;
      await sendDraft(at, 0, refused);
      if (text !== 'Hi') typeDraft(at, text);
      keys.push(outboxOf(at).draft.key === key);
    }
    expect(keys).toEqual([true, false]);
  });
});
