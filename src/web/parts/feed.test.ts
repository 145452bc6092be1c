import { describe, expect, it } from 'vitest';
import { feedStates } from '#contract/feed.ts';
import { feedWords, needsHelp } from './feed.ts';

describe('the feed in plain words', () => {
  it('has a text for every state', () => {
    for (const state of feedStates) expect(feedWords[state].text).toMatch(/\.$/);
  });

  it('offers help if the feed has a problem', () => {
    expect(feedStates.filter(needsHelp)).toEqual(['failing', 'late']);
  });
});
