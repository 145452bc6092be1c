import { describe, expect, it } from 'vitest';
import { easternToUtc } from '#core/eastern-time.ts';
import type { Draft, Field, Form, Values } from './game-draft.ts';
import {
  BAD_KICKOFF,
  BAD_SCORE,
  BAD_SPREAD,
  conflictsOf,
  editOf,
  emptyDraft,
  fieldError,
  formOf,
  rebased,
  shownForm,
  withField,
  without,
} from './game-draft.ts';

const game: Values = {
  status: 'In Progress',
  void: null,
  homeScore: 14,
  awayScore: 0,
  spread: -3.5,
  spreadNote: '',
  kickoff: easternToUtc('2026-11-08', '13:00'),
  allowSpreadUpdate: true,
  allowTimeUpdate: true,
};

function typed(form: Partial<Form>, from: Values = game, start: Draft = emptyDraft): Draft {
  const entries = Object.entries(form) as [Field, never][];
  return entries.reduce((draft, [field, value]) => withField(draft, from, field, value), start);
}

describe('the edit', () => {
  it.each<[string, Partial<Form>, object | null]>([
    [
      'only changed fields are sent, with the values that were seen',
      { homeScore: '21' },
      { homeScore: 21, seen: { homeScore: 14 } },
    ],
    ['a reverted field is not sent', { homeScore: '14' }, null],
    ['the same number in another form is not sent', { homeScore: '014', spread: '-3.50' }, null],
    ['a score that is not a number becomes 0', { homeScore: 'ten' }, { homeScore: 0, seen: { homeScore: 14 } }],
    ['a score beyond 99 becomes 99', { awayScore: '140' }, { awayScore: 99, seen: { awayScore: 0 } }],
    ['a spread is rounded to a half', { spread: '2.7' }, { spread: 2.5, seen: { spread: -3.5 } }],
    ['a spread that is not a number becomes 0', { spread: 'pick' }, { spread: 0, seen: { spread: -3.5 } }],
    ['a note is trimmed', { spreadNote: ' Neutral field ' }, { spreadNote: 'Neutral field', seen: { spreadNote: '' } }],
    ['a note of spaces is none', { spreadNote: '  ' }, null],
    ['an empty spread is no line', { spread: '' }, { spread: null, seen: { spread: -3.5 } }],
    [
      'a status may be set freely',
      { status: 'Not Started' },
      { status: 'Not Started', seen: { status: 'In Progress' } },
    ],
    ['a game may be postponed', { void: 'postponed' }, { void: 'postponed', seen: { void: null } }],
    ['a flag may be removed', { allowTimeUpdate: false }, { allowTimeUpdate: false, seen: { allowTimeUpdate: true } }],
  ])('%s', (_, form, edit) => {
    expect(editOf(typed(form))).toEqual(edit);
  });

  it.each([
    ['winter', '2026-11-08T13:00', '2026-11-08T18:00:00Z'],
    ['summer', '2026-10-25T13:00', '2026-10-25T17:00:00Z'],
    ['the repeated hour: the first one', '2026-11-01T01:30', '2026-11-01T05:30:00Z'],
    ['the skipped hour: an hour later', '2027-03-14T02:30', '2027-03-14T07:30:00Z'],
  ])('a kick-off is Eastern time, in %s', (_, text, utc) => {
    const other = { ...game, kickoff: 0 };
    expect(editOf(typed({ kickoff: text }, other))?.kickoff).toBe(Date.parse(utc));
  });

  it('a kick-off is shown in New York time', () => {
    expect(formOf({ ...game, kickoff: Date.parse('2026-10-25T17:00:00Z') }).kickoff).toBe('2026-10-25T13:00');
    expect(formOf({ ...game, kickoff: Date.parse('2026-11-08T18:00:00Z') }).kickoff).toBe('2026-11-08T13:00');
  });
});

describe('the errors', () => {
  it.each<[Field, Partial<Form>, string | null]>([
    ['kickoff', { kickoff: '' }, BAD_KICKOFF],
    ['kickoff', { kickoff: '2026-02-30T13:00' }, BAD_KICKOFF],
    ['kickoff', { kickoff: '2026-11-09T20:15' }, null],
    ['spread', { spread: '-100' }, BAD_SPREAD],
    ['spread', { spread: '99' }, null],
    ['spread', { spread: '2.3' }, BAD_SPREAD],
    ['spread', { spread: '-2.5' }, null],
    ['spread', { spread: '' }, null],
    ['spread', { spread: 'even' }, null],
    ['homeScore', { homeScore: '100' }, BAD_SCORE],
    ['awayScore', { awayScore: '-5' }, BAD_SCORE],
    ['awayScore', { awayScore: '1.5' }, BAD_SCORE],
    ['awayScore', { awayScore: '' }, null],
    ['homeScore', { homeScore: 'none' }, null],
  ])('%s %j', (field, form, error) => {
    expect(fieldError(typed(form), field)).toBe(error);
  });
});

describe('two admins at once', () => {
  const now: Values = { ...game, homeScore: 20, awayScore: 7 };

  it('untouched fields follow the game', () => {
    expect(shownForm(typed({ homeScore: '21' }), now)).toMatchObject({ homeScore: '21', awayScore: '7' });
  });

  it('a field that another admin has set is reported, unless the value is the same', () => {
    expect(conflictsOf(typed({ homeScore: '21', spread: '-4' }), now)).toEqual(['homeScore']);
    expect(conflictsOf(typed({ homeScore: '20' }), now)).toEqual([]);
  });

  it('the value seen stays the first one until the draft is rebased; typed values stay', () => {
    const draft = typed({ homeScore: '22' }, now, typed({ homeScore: '21' }));
    expect(editOf(draft)).toEqual({ homeScore: 22, seen: { homeScore: 14 } });
    expect(editOf(rebased(draft, now))).toEqual({ homeScore: 22, seen: { homeScore: 20 } });
  });

  it('a field given back to the feed loses its typed value', () => {
    expect(without(typed({ homeScore: '21', spread: '1' }), ['homeScore', 'awayScore'])).toEqual(
      typed({ spread: '1' }),
    );
  });
});
