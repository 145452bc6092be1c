import { describe, expect, it } from 'vitest';
import { jobName } from './feed-screen.tsx';

describe('the feed in plain words', () => {
  it.each([
    ['week 2026-week11', 'Games of Week 11'],
    ['season 2026', 'Schedule of 2026'],
    ['standings 2026', 'Team records of 2026'],
    ['another thing', 'another thing'],
  ])('the job %s is called %s', (name, text) => {
    expect(jobName({ name })).toBe(text);
  });
});
