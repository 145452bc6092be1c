import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeasonRequest } from '#contract/season.ts';
import { SEASON_FILE_MAX } from '#contract/season.ts';
import { teamAbbrs } from '#core/teams.ts';
import type { Replay } from '#server/feed/replay.ts';
import { Recorder, startReplay } from '#server/feed/replay.ts';
import { gamesOfWeek } from '#server/games/reads.ts';
import { recount } from '#server/standings/store.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { auditRows } from '#tests/audit-rows.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';
import { anEvent, aScoreboard, ended, scoreboardUrl } from '#tests/espn-samples.ts';
import { seasonFile } from '#tests/season-file.ts';

const nothing = { added: 0, changed: 0, unchanged: 0, kept: 0, games: 0, weeks: 0, notYet: [], problems: [] };
const noFlaws = { flaws: [], flawCount: 0 };

describe('A season that an admin loads', () => {
  let league: TestApp;
  let admin: Person;

  beforeEach(async () => {
    league = await createTestApp('sqlite');
    admin = await addPerson(league.deps, { isAdmin: true });
  });

  afterEach(() => league.close());

  const preview = (body: SeasonRequest, app = league) =>
    app.call('POST /api/admin/season/preview', { as: admin, body });
  const load = (body: SeasonRequest, app = league) => app.call('POST /api/admin/season', { as: admin, body });
  const file = (text: string, season = 2026): SeasonRequest => ({ source: 'file', season, text });

  async function unchanged<T>(act: () => Promise<T>): Promise<T> {
    const before = await dumpTables(league.store.db);
    const result = await act();
    expect(await dumpTables(league.store.db)).toEqual(before);
    return result;
  }

  /** What the preview says is what the load does then. */
  async function loadAsSeen(request: SeasonRequest, app = league) {
    const { flaws, flawCount, seasons, ...seen } = (await unchanged(() => preview(request, app))).ok();
    expect({ flaws, flawCount }).toEqual(noFlaws);
    const loaded = (await load(request, app)).ok();
    expect(loaded).toEqual(seen);
    return { ...loaded, seasons };
  }

  describe('from a file', () => {
    const two = seasonFile(
      { home: 'KC', away: 'LV', spread_line: 3 },
      { home: 'BUF', away: 'NYJ', week: 2, gameday: '2026-09-20' },
    );

    test('is what its preview said, game by game and week by week', async () => {
      const expected = { ...nothing, season: 2026, games: 2, weeks: 2, added: 2, seasons: [2026] };
      expect(await loadAsSeen(file(two))).toEqual(expected);
      const [game] = await gamesOfWeek(league.store.db, WEEK_1);
      expect(game).toMatchObject({ home: 'KC', away: 'LV', spread: 3, status: 'Not Started' });
      expect(await auditRows(league.store.db)).toEqual([
        {
          act: 'season.load',
          actorId: admin.userId,
          before: {},
          after: { season: 2026, source: 'file', added: 2, changed: 0 },
        },
      ]);
    });

    test('changes what is otherwise and leaves alone what an admin set; the same again is nothing', async () => {
      (await load(file(two))).ok();
      const [game] = await gamesOfWeek(league.store.db, WEEK_1);
      const edit = { as: admin, params: { gid: game?.gid ?? '' }, body: { spread: 7.5 } };
      (await league.call('PATCH /api/games/:gid', edit)).ok();
      const again = seasonFile(
        { home: 'KC', away: 'LV', spread_line: 4 },
        { home: 'BUF', away: 'NYJ', week: 2, gameday: '2026-09-20', gametime: '16:05' },
        { home: 'GB', away: 'CHI', gametime: '' },
      );
      const counts = { games: 3, weeks: 2, added: 1, changed: 1, unchanged: 1, kept: 1 };
      expect(await loadAsSeen(file(again))).toMatchObject(counts);
      const [kept, added] = await gamesOfWeek(league.store.db, WEEK_1);
      expect([kept?.spread, added?.timeTbd]).toEqual([7.5, true]);
      const third = await unchanged(() => load(file(again)));
      expect(third.ok()).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    });

    test('brings the scores that follow', async () => {
      const sam = await addPerson(league.deps);
      const poolId = await addPool(league.deps, { members: [sam] });
      const gid = await addGame(league.deps, { gid: '2026_1_LV_KC', home: 'KC', away: 'LV' });
      (await league.pick(sam, poolId, { gid, side: 'home' })).ok();
      (await load(file(seasonFile({ home: 'KC', away: 'LV', home_score: 20, away_score: 3 })))).ok();
      const standings = await league.call('GET /api/pools/:poolId/standings', { as: sam, params: { poolId } });
      expect(standings.ok().rows[0]?.totalHalves).toBe(2);
      expect(await recount(league.store)).toEqual([]);
    });

    test('logs each game that it changes after the lock, before and after', async () => {
      const line = { home: 'KC', away: 'LV', spread_line: 3 };
      (await load(file(seasonFile(line, { home: 'BUF', away: 'NYJ', gametime: '20:15' })))).ok();
      const [game] = await gamesOfWeek(league.store.db, WEEK_1);
      league.clock.set((game?.lockAt ?? 0) + 1);
      const score = { ...line, home_score: 20, away_score: 3 };
      const later = seasonFile(score, { home: 'BUF', away: 'NYJ', gametime: '20:20' });
      await unchanged(() => preview(file(later)));
      (await load(file(later))).ok();
      (await load(file(seasonFile({ ...score, home_score: 21 })))).ok();
      const edits = (await auditRows(league.store.db)).filter(({ act }) => act === 'game.edit');
      const by = { actorId: admin.userId, weekId: WEEK_1 };
      expect(edits).toMatchObject([
        { ...by, before: { status: 'Not Started', homeScore: 0 }, after: { status: 'Final', homeScore: 20 } },
        { ...by, before: { homeScore: 20 }, after: { homeScore: 21 } },
      ]);
    });

    test('never puts other teams, or a game of another season, under an id that has picks', async () => {
      await addGame(league.deps, { gid: 'g1', home: 'KC', away: 'LV' });
      await addGame(league.deps, { gid: 'g2', home: 'NE', away: 'NYJ', weekId: '2025-week1' });
      const others = { game_id: 'g1', home: 'DEN', away: 'LAC' };
      const old = { game_id: 'g2', home: 'NE', away: 'NYJ' };
      const loaded = await loadAsSeen(file(seasonFile(others, old, { home: 'BUF', away: 'MIA' })));
      expect(loaded).toMatchObject({ games: 1, added: 1, changed: 0, unchanged: 0 });
      expect(loaded.problems).toEqual([
        `${WEEK_1} LAC at DEN: other teams: Game g1 is LV at KC in ${WEEK_1}.`,
        `${WEEK_1} NYJ at NE: other teams: Game g2 is NYJ at NE in 2025-week1.`,
      ]);
      expect(await gamesOfWeek(league.store.db, '2025-week1')).toMatchObject([{ gid: 'g2' }]);
      expect((await gamesOfWeek(league.store.db, WEEK_1)).find(({ gid }) => gid === 'g1')).toMatchObject({
        home: 'KC',
      });
    });

    test('lists the seasons that exist; any other season is a flaw', async () => {
      const many = seasonFile(
        { season: 2025, home: 'KC', away: 'LV', gameday: '2025-09-14' },
        { home: 'KC', away: 'LV' },
      );
      expect((await preview(file(many))).ok()).toMatchObject({ seasons: [2025, 2026], games: 1, added: 1, ...noFlaws });
      const other = (await unchanged(() => preview(file(many, 2024)))).ok();
      expect(other).toEqual({
        ...nothing,
        season: 2024,
        seasons: [2025, 2026],
        flaws: [{ line: 1, column: 1, message: 'This file has no games of 2024.' }],
        flawCount: 1,
      });
    });

    test('with anything wrong in it is not loaded at all, and its first flaws are reported with their lines', async () => {
      const bad = seasonFile(
        { home: 'KC', away: 'LV' },
        { home: 'BUF', away: 'XYZ' },
        ...Array.from({ length: 30 }, (_, at) => ({ game_id: `g${at}`, home: 'NE', away: 'NYJ', week: 40 + at })),
      );
      const seen = (await unchanged(() => preview(file(bad)))).ok();
      expect(seen).toMatchObject({ games: 0, added: 0, flawCount: 31 });
      expect(seen.flaws).toHaveLength(20);
      expect(seen.flaws[0]).toEqual({
        line: 3,
        column: 44,
        message: "away_team: 'XYZ' is not a team.",
      });
      const refused = await unchanged(() => load(file(bad)));
      expect([refused.status, JSON.parse(refused.text).error]).toEqual([
        400,
        {
          code: 'flawed_file',
          message: "Nothing was loaded: there is an error in line 3 of this file. away_team: 'XYZ' is not a team.",
        },
      ]);
    });

    test.each([
      ['nothing', '', 'The file is empty.'],
      ['no table', 'Dear admin', /^The columns 'game_id', .* are missing\.$/],
      ['other bytes', 'a\uFFFD', 'This character was lost. Save the file as UTF-8 and import that.'],
      ['a workbook', 'PK\u0003\u0004', 'This is an Excel workbook. Save it as CSV and import that.'],
    ])('that holds %s is refused in words', async (_, text, message) => {
      const { flaws } = (await unchanged(() => preview(file(text)))).ok();
      expect(flaws.map((flaw) => flaw.message)).toEqual([
        typeof message === 'string' ? message : expect.stringMatching(message),
      ]);
    });

    test('may be as large as all seasons together, and no larger', async () => {
      const tooLong = 'This file has more than 30000 lines: it cannot be a file of games.';
      const long = seasonFile({ home: 'KC', away: 'LV' }) + 'a,b\n'.repeat(SEASON_FILE_MAX / 4 - 100);
      const { flaws, seasons } = (await unchanged(() => preview(file(long)))).ok();
      expect([flaws, seasons]).toEqual([[{ line: 30_001, column: 1, message: tooLong }], []]);
      const all = seasonFile(...Array.from({ length: 10_000 }, () => ({ season: 2025, home: 'KC', away: 'LV' })));
      expect((await preview(file(all, 2024))).ok().flaws.map((flaw) => flaw.message)).toEqual([
        'This file has no games of 2024.',
      ]);
      const larger = await unchanged(() => preview(file('x'.repeat(SEASON_FILE_MAX + 1))));
      expect([larger.status, larger.code]).toEqual([400, 'invalid_input']);
    });

    test('is not loaded where none was chosen', async () => {
      const reply = await unchanged(() => load({ source: 'file', season: 2026 }));
      expect(JSON.parse(reply.text).error).toEqual({
        code: 'invalid_input',
        field: 'text',
        message: 'Choose a file of games.',
      });
    });
  });

  describe('from ESPN', () => {
    let folder: string;
    let replay: Replay;
    let fed: TestApp;
    const request: SeasonRequest = { source: 'espn', season: 2023 };

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'pickem-season-'));
      for (let week = 1; week <= 18; week += 1) answer(scoreboardUrl(week, { season: 2023 }), weekOf(week));
      for (const week of [1, 2, 3, 5]) {
        answer(scoreboardUrl(week, { season: 2023, type: 3 }), aScoreboard([], { season: 2023, type: 3, week }));
      }
      replay = await startReplay(folder, { clock: { now: () => 1 } });
      fed = await createTestApp('sqlite', { location: league.store.location, settings: { feed: replay.url } });
    });

    afterEach(async () => {
      await fed.close();
      await replay.close();
      rmSync(folder, { recursive: true });
    });

    const answer = (path: string, body: unknown, status = 200) =>
      new Recorder(folder, () => 0).add({ path, status, text: JSON.stringify(body) });

    function weekOf(week: number): object {
      const date = `${new Date(Date.UTC(2023, 8, 10 + (week - 1) * 7)).toISOString().slice(0, 10)}T17:00Z`;
      const [away = '', home = ''] = [teamAbbrs[week - 1], teamAbbrs[week + 13]];
      const season = { year: 2023, type: 2 };
      return aScoreboard([anEvent({ id: `${week}`, season, week, away, home, date, ...(week === 1 ? ended : {}) })], {
        season: 2023,
        week,
      });
    }

    test('is what its preview said; rounds that are not known yet come later', async () => {
      const loaded = await loadAsSeen(request, fed);
      expect(loaded).toMatchObject({ season: 2023, games: 18, weeks: 18, added: 18, changed: 0, problems: [] });
      expect(loaded.notYet).toEqual(['2023-wild-card', '2023-divisional', '2023-conference', '2023-super-bowl']);
      expect(await gamesOfWeek(league.store.db, '2023-week1')).toMatchObject([{ status: 'Final' }]);
      expect(await auditRows(league.store.db)).toMatchObject([
        { act: 'season.load', after: { season: 2023, source: 'espn', added: 18, changed: 0 } },
      ]);
      expect((await load(request, fed)).ok()).toMatchObject({ added: 0, changed: 0, unchanged: 18 });
      expect(await auditRows(league.store.db)).toHaveLength(1);
    });

    test('is not loaded in part where it does not answer', async () => {
      await replay.close();
      answer(scoreboardUrl(9, { season: 2023 }), {}, 500);
      replay = await startReplay(folder, { clock: { now: () => 1 } });
      await fed.close();
      fed = await createTestApp('sqlite', { location: league.store.location, settings: { feed: replay.url } });
      for (const act of [() => preview(request, fed), () => load(request, fed)]) {
        const reply = await unchanged<Pick<Awaited<ReturnType<typeof act>>, 'status' | 'code'>>(act);
        expect([reply.status, reply.code]).toEqual([502, 'feed_failed']);
      }
    });

    test('is not fetched if the feed of the league is off', async () => {
      for (const act of [() => preview(request), () => load(request)]) {
        const reply = await unchanged<Pick<Awaited<ReturnType<typeof act>>, 'status' | 'code'>>(act);
        expect([reply.status, reply.code]).toEqual([503, 'feed_not_set_up']);
      }
    });
  });
});
