import { describe, expect, it } from 'vitest';
import type { GameReply } from '#contract/shapes.ts';
import { SUNDAY_1PM } from '#tests/core-samples.ts';
import { editOf } from '#web/parts/game-draft.ts';
import type { WeekDraft, WeekField } from './scores-screen.tsx';
import { afterSave, emptyWeekDraft, rebasedWeekDraft, withTyped } from './scores-screen.tsx';

const game = {
  gid: 'g',
  status: 'Not Started',
  void: null,
  homeScore: 0,
  awayScore: 0,
  spread: -3,
  kickoff: SUNDAY_1PM,
  timeTbd: false,
  allowSpreadUpdate: true,
  allowTimeUpdate: true,
} as GameReply;

type Typing = readonly (readonly [WeekField, string])[];

function typed(typing: Typing, { from = emptyWeekDraft, isOver = true } = {}): WeekDraft {
  return typing.reduce<WeekDraft>(
    (draft, [field, text]) => withTyped(draft, game, field, text as 'Final', isOver),
    from,
  );
}

describe('The status in the form of a week', () => {
  it.each<[string, Typing, boolean, string | undefined]>([
    ['becomes Final with a score', [['homeScore', '21']], true, 'Final'],
    ['does not change while the game runs', [['homeScore', '21']], false, undefined],
    [
      'is reverted with the score',
      [
        ['homeScore', '21'],
        ['homeScore', '0'],
      ],
      true,
      undefined,
    ],
    [
      'is reverted when the score is cleared',
      [
        ['homeScore', '21'],
        ['homeScore', ''],
      ],
      true,
      undefined,
    ],
    [
      'stays Final for the other score',
      [
        ['homeScore', '21'],
        ['awayScore', '3'],
        ['homeScore', '0'],
      ],
      true,
      'Final',
    ],
    [
      'stays if it was chosen',
      [
        ['status', 'In Progress'],
        ['homeScore', '21'],
        ['homeScore', '0'],
      ],
      true,
      'In Progress',
    ],
    ['does not change with a line', [['spread', '7']], true, undefined],
  ])('%s', (_, typing, isOver, status) => {
    expect(editOf(typed(typing, { isOver }))?.status).toBe(status);
  });
});

describe('What is typed while a week is being saved', () => {
  const sent = typed([['homeScore', '21']]);
  const saved: GameReply = { ...game, homeScore: 21, status: 'Final' };

  it('is all that remains after the save', () => {
    expect(afterSave(sent, sent, game, saved)).toEqual(emptyWeekDraft);
    const more = typed(
      [
        ['awayScore', '3'],
        ['homeScore', '24'],
      ],
      { from: sent },
    );
    expect(editOf(afterSave(more, sent, game, saved))).toEqual({
      awayScore: 3,
      homeScore: 24,
      seen: { awayScore: 0, homeScore: 21 },
    });
  });

  it('may be the old value again', () => {
    const back = typed([['homeScore', '0']], { from: sent });
    expect(editOf(afterSave(back, sent, saved, saved))).toEqual({
      homeScore: 0,
      status: 'Not Started',
      seen: { homeScore: 21, status: 'Final' },
    });
  });

  it('stays if another admin saved first, and is marked as a conflict', () => {
    const other = rebasedWeekDraft(sent, { ...game, homeScore: 20 });
    expect([other.conflicts, editOf(other)?.seen]).toEqual([['homeScore'], { homeScore: 20, status: 'Not Started' }]);
  });
});
