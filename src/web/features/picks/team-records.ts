import { queryOptions, useQuery } from '@tanstack/react-query';
import type { GameReply } from '#contract/shapes.ts';
import { MINUTE_MS } from '#core/time.ts';
import { call } from '#web/lib/api.ts';

type TeamRecords = Readonly<Record<string, string>>;

/** How often the records are read again, in ms. */
const RECORDS_MS = 5 * MINUTE_MS;

/** The records of the season's teams. They change when a game ends, and are not live. */
const teamRecordsQuery = queryOptions({
  queryKey: ['teamRecords'],
  queryFn: ({ signal }) => call('GET /api/team-records', {}, signal),
  staleTime: RECORDS_MS,
  refetchInterval: RECORDS_MS,
  meta: { failure: 'Error fetching team records' },
});

const NO_RECORDS: TeamRecords = {};

/** The records of the teams by abbreviation, read while one of the games is still to come; empty until they are known. */
export function useTeamRecords(games: readonly GameReply[]): TeamRecords {
  const { data } = useQuery({ ...teamRecordsQuery, enabled: games.some(isComing) });
  return data?.records ?? NO_RECORDS;
}

/** Whether a game is still to be played: its card shows the records and the line. */
export function isComing({ status, void: off }: Pick<GameReply, 'status' | 'void'>): boolean {
  return status === 'Not Started' && off === null;
}
