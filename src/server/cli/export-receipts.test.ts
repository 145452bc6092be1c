import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkReceipts } from '#core/receipts/check.ts';
import { readReceiptFile } from '#core/receipts/file.ts';
import { sha256 } from '#server/receipts/reads.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague, picks, season } from '#tests/cli-league.ts';

let league: CliLeague;

beforeEach(async () => {
  league = await createCliLeague('sqlite');
});

afterEach(() => league.drop());

test('the exported receipts of an imported pool hold, say that they are late, and name no player', async () => {
  await league.importSeason(...season);
  await league.importPicks(picks, '--create');
  const { stdout } = await league.run('export', 'receipts', '--pool', 'Old Boys');
  const file = readReceiptFile(stdout);
  if ('problem' in file) throw new Error(file.problem);
  const { findings, lines, late, corrections, receipts } = await checkReceipts(sha256, file);
  expect({ findings, lines, receipts, late, corrected: corrections.map(({ weekId }) => weekId) }).toEqual({
    findings: [],
    lines: 58,
    receipts: 5,
    late: [2, 3, 4, 5],
    corrected: [],
  });
  expect(stdout).not.toMatch(/Ann|Neil/);
  const ids = await league.withStore(async ({ db }) => {
    const rows = await db.selectFrom('entries').select(['id', 'owner_id', 'pool_id']).execute();
    return rows.flatMap((row) => [row.id, row.owner_id, row.pool_id]);
  });
  expect(ids.filter((id) => stdout.includes(id))).toEqual([]);
});

test('there are none of an unknown pool', async () => {
  await league.importSeason(...season);
  expect(await league.run('export', 'receipts', '--pool', 'Nowhere')).toMatchObject({
    code: 1,
    stderr: "There is no pool 'Nowhere'.\n",
  });
});
