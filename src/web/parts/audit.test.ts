import { describe, expect, it } from 'vitest';
import type { AuditEntry, AuditField } from '#contract/log.ts';
import { recordTime } from '#core/kickoff-text.ts';
import { recordText } from './audit.tsx';

const edit: AuditEntry = {
  id: 7,
  at: Date.parse('2026-11-15T18:40:00Z'),
  act: 'game.edit',
  words: 'edited a game',
  group: 'games',
  actor: { id: 'u1', name: 'Sam' },
  person: null,
  pool: null,
  weekId: '2026-week11',
  game: { gid: 'g1', label: 'KC @ BUF' },
  fields: [],
  lines: [],
};

function field(name: string, label: string, before: AuditField['before'], after: AuditField['after']): AuditField {
  return { name, label, before, after };
}

describe('a log record', () => {
  it('describes an edit by the values it set, and its subject', () => {
    const fields = [field('homeScore', 'home score', 14, 21), field('setByAdmin', 'set by admin', '', 'score')];
    expect(recordText({ ...edit, fields })).toEqual({
      act: 'Sam set home score 14 → 21',
      details: [],
      lines: [],
      about: ['KC @ BUF', 'Week 11'],
    });
  });

  it('describes an edit of a week with a line for each game', () => {
    const fields = [field('homeScore', 'home score', 0, 21), field('status', 'status', 'Not Started', 'Final')];
    const lines = [
      { gid: 'g1', label: 'KC @ BUF', fields },
      { gid: 'g2', label: 'LV @ DEN', fields: [field('setByAdmin', 'set by admin', '', 'score')] },
    ];
    expect(recordText({ ...edit, act: 'games.edit', words: 'set scores and lines', game: null, lines })).toMatchObject({
      act: 'Sam set scores and lines',
      lines: ['KC @ BUF: home score 0 → 21, status Not Started → Final', 'LV @ DEN'],
      about: ['Week 11'],
    });
  });

  it('describes rules in words', () => {
    const fields = [field('useSpread', 'use spread', false, true), field('dropWeeks', 'drop weeks', null, 2)];
    expect(recordText({ ...edit, act: 'pool.edit', fields }).act).toBe(
      'Sam set Use Spread: off → on, Weeks dropped: The 2 lowest',
    );
    const odd = [field('push', 'push', 'odd', 'half')];
    expect(recordText({ ...edit, act: 'pool.edit', fields: odd }).act).toBe(
      'Sam set Score meets the line: odd → Either side earns half',
    );
  });

  it.each<[string, AuditField, string]>([
    [
      "a kick-off in the viewer's time",
      field('kickoff', 'kick-off', Date.parse('2026-11-15T18:00:00Z'), Date.parse('2026-11-15T21:25:00Z')),
      'kick-off Sun, Nov 15, 12:00 PM CST → Sun, Nov 15, 3:25 PM CST',
    ],
    ['a removed line', field('spread', 'spread', -3.5, null), 'spread -3.5 → no line'],
    ['a new line', field('spread', 'spread', null, 3), 'spread 3'],
    ['a flag', field('allowTimeUpdate', 'time updates', true, false), 'time updates on → off'],
    ['a game that is postponed', field('void', 'postponed or cancelled', null, 'postponed'), 'the game postponed'],
    [
      'a game that is no longer postponed',
      field('void', 'postponed or cancelled', 'postponed', null),
      'the game as planned',
    ],
    ['a status', field('status', 'status', 'In Progress', 'Final'), 'status In Progress → Final'],
  ])('describes %s', (_, change, text) => {
    expect(recordText({ ...edit, fields: [change] }, 'America/Chicago').act).toBe(`Sam set ${text}`);
  });

  it('describes a pick by its team and keeps a sealed one sealed', () => {
    const bus = { ...edit, act: 'bus.enter', words: 'entered a pick', person: { id: 'u2', name: 'Alex' } };
    const open = recordText({
      ...bus,
      fields: [field('side', 'pick', 'home', 'away'), field('reason', 'reason', null, 'He called')],
    });
    expect(open.act).toBe('Sam entered a pick');
    expect(open.details).toEqual(['pick BUF → KC', 'reason He called']);
    expect(open.about).toEqual(['Alex', 'KC @ BUF', 'Week 11']);
    expect(recordText({ ...bus, fields: [field('side', 'pick', null, 'sealed')] }).details).toEqual(['pick sealed']);
  });

  it('says that it was imported, and that its details can not be read', () => {
    const odd = recordText({ ...edit, isImported: true, isUnreadable: true });
    expect(odd).toMatchObject({ act: 'Sam edited a game', details: ["This record can't be read."] });
    expect(odd.about).toEqual(['KC @ BUF', 'Week 11', 'imported']);
  });

  it('names the owner before the entry', () => {
    const bus = { ...edit, act: 'bus.enter', words: 'entered a pick', person: { id: 'u2', name: 'Alex Rivera' } };
    const { about } = recordText({ ...bus, entry: { id: 'e2', name: 'Against My Gut' } });
    expect(about).toEqual(['Alex Rivera', 'Against My Gut', 'KC @ BUF', 'Week 11']);
  });

  it('names the entry once', () => {
    const add = {
      ...edit,
      act: 'entry.add',
      words: 'added an entry',
      person: { id: 'u2', name: 'Alex Rivera' },
      game: null,
    };
    const fields = [field('entryName', 'entry', null, 'Against My Gut')];
    const { details, about } = recordText({ ...add, fields, entry: { id: 'e2', name: 'Against My Gut' } });
    expect([...details, ...about]).toEqual(['entry Against My Gut', 'Alex Rivera', 'Week 11']);
  });

  it.each<[string, string, AuditField[], string[]]>([
    [
      'almanac.year',
      'changed the final table of a year',
      [field('year', 'year', 2019, 2019), field('places', 'places', 0, 5)],
      ['2019', 'places 0 → 5'],
    ],
    ['almanac.person', 'said who a player is', [field('is', 'the same as', null, 'Ann')], ['the same as Ann']],
    ['almanac.person', 'said who a player is', [field('is', 'the same as', null, null)], ['the same as nobody else']],
    ['almanac.follows', 'changed the season', [field('follows', 'follows', null, 'Office')], ['follows Office']],
    ['almanac.follows', 'changed the season', [field('follows', 'follows', 'A', null)], ['follows A → no pool']],
  ])('describes what became of the almanac: %s %s', (act, words, fields, details) => {
    expect(recordText({ ...edit, act, words, fields, game: null, weekId: null })).toMatchObject({
      act: `Sam ${words}`,
      details,
    });
  });

  it('describes announcements, webhooks and reminders without field names', () => {
    const detailOf = (...change: Parameters<typeof field>) =>
      recordText({ ...edit, act: 'pool.announce', fields: [field(...change)] }).details;
    expect(detailOf('text', 'text', null, 'Dues:\nin cash')).toEqual(['Dues:\nin cash']);
    expect(detailOf('hook', 'hook', null, 'discord.com …x1y2')).toEqual(['discord.com …x1y2']);
    expect(detailOf('hook', 'hook', 'discord.com …x1y2', null)).toEqual(['discord.com …x1y2']);
    expect(detailOf('players', 'players', null, 1)).toEqual(['1 player']);
    expect(detailOf('players', 'players', null, 12)).toEqual(['12 players']);
  });

  it('says that the league itself corrected a prize, and which one', () => {
    const prize = { ...edit, act: 'prize.change', words: 'corrected a prize', actor: null, game: null };
    expect(recordText({ ...prize, weekId: null }).act).toBe('The league corrected a prize');
    expect(recordText({ ...prize, weekId: null }).about).toContain('Season');
    expect(recordText({ ...prize, weekId: '2026-week3' }).about).toContain('Week 3');
  });

  it.each<[string, string, AuditField, string[]]>([
    ['leaves out a flag that the act says', 'user.enable', field('isEnabled', 'is enabled', false, true), []],
    ['says that a new pool is unlisted', 'pool.create', field('listed', 'listed', null, false), ['unlisted']],
    [
      'has a word for a flag of an unknown act',
      'user.freeze',
      field('isEnabled', 'is enabled', true, false),
      ['disabled'],
    ],
  ])('%s', (_, act, change, details) => {
    expect(recordText({ ...edit, act, fields: [change] }).details).toEqual(details);
  });

  it('names the command line if no signed-in person acted', () => {
    expect(recordText({ ...edit, actor: null }).act).toBe('The command line edited a game');
  });

  it("has its time in the viewer's zone, which is named", () => {
    expect(recordTime(edit.at, 'America/New_York')).toBe('Sun, Nov 15, 1:40 PM EST');
    expect(recordTime(edit.at, 'Europe/Berlin')).toMatch(/^Sun, Nov 15, 7:40 PM/);
  });
});
