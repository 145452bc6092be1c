import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { LinkWish, PickLinkReply } from '#contract/pick-links.ts';
import type { Draft } from './fill-form.tsx';
import { FillForm, NO_DRAFT, wishesOf, withWish } from './fill-form.tsx';

const kickoff = Date.UTC(2026, 8, 13, 17);
const game = { kickoff, timeTbd: false, lockAt: kickoff, spread: 3 };
const link: PickLinkReply = {
  poolName: 'Office',
  weekId: '2026-week1',
  expiresAt: kickoff,
  games: [
    { ...game, gid: 'made', away: 'LV', home: 'KC' },
    { ...game, gid: 'missing', away: 'SEA', home: 'SF' },
  ],
  tiebreakGid: 'missing',
  entries: [
    {
      id: 'entry',
      name: null,
      asked: 1,
      slots: [
        { kind: 'pick', about: 'made', isMade: true },
        { kind: 'pick', about: 'missing', isMade: false },
        { kind: 'guess', about: '2026-week1', isMade: false },
      ],
    },
  ],
};
const wish: LinkWish = { kind: 'pick', about: 'missing', value: { side: 'home' } };
const chosen = withWish(NO_DRAFT, 'entry', wish, wish);

const draw = (draft: Draft, shown = link) =>
  renderToStaticMarkup(<FillForm link={shown} draft={draft} isSaving={false} onDraft={() => {}} onSave={() => {}} />);

describe('The page of a pick link', () => {
  it('offers both sides of a missing pick and the guess, and says of the others only that they are made', () => {
    const drawn = draw(NO_DRAFT);
    expect(drawn).toContain('1 pick is missing.');
    expect(drawn.match(/type="radio"/g)).toHaveLength(2);
    expect(drawn).not.toContain('checked=""');
    expect(drawn).toMatch(/LV at KC<\/span><span[^>]*>Made/);
    expect(drawn).toMatch(/SEA at SF.*SF by 3/);
    expect(drawn).toContain('Total points of SEA at SF');
  });

  it('saves once something is chosen', () => {
    expect(draw(NO_DRAFT)).toMatch(/<button[^>]*disabled=""/);
    expect(draw(chosen)).not.toMatch(/<button[^>]*disabled=""/);
    expect(draw(chosen).match(/checked=""/g)).toHaveLength(1);
    expect(wishesOf(chosen)).toEqual([['entry', [wish]]]);
    expect(wishesOf(withWish(chosen, 'entry', wish, null))).toEqual([]);
  });

  it('has nothing to save once nothing is missing', () => {
    const slots = [{ kind: 'pick', about: 'made', isMade: true }] as const;
    const drawn = draw(NO_DRAFT, { ...link, entries: [{ id: 'entry', name: null, asked: 0, slots: [...slots] }] });
    expect(drawn).toContain('Nothing is missing.');
    expect(drawn).not.toContain('<button');
  });

  it('names the entries of an account with several, and offers every team where one is asked for', () => {
    const slots = [{ kind: 'team', about: '2026-week1', isMade: false }] as const;
    const entries = ['Lucky', 'Strike'].map((name) => ({ id: name, name, asked: 1, slots: [...slots] }));
    const drawn = draw(NO_DRAFT, { ...link, tiebreakGid: null, entries });
    expect(drawn).toMatch(/Lucky.*1 team is missing\..*Strike/);
    expect(drawn.match(/type="radio"/g)).toHaveLength(8);
    expect(new Set(drawn.match(/name="[^"]*"/g)).size, 'one choice for each entry').toBe(2);
  });
});
