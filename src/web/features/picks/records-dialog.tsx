import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GameRecordsReply } from '#contract/games.ts';
import type { GameReply } from '#contract/shapes.ts';
import {
  formatWinPercentage,
  PRESEASON_TEXT,
  PRESEASON_TITLE,
  RECORDS_FAILED_TEXT,
  RECORDS_FAILED_TITLE,
  SAMPLE_LABEL,
} from '#core/team-record.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { Side, TeamRecord } from '#core/types.ts';
import { call } from '#web/lib/api.ts';
import { Helmet } from '#web/parts/helmet.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, Skeleton } from '#web/ui/loaded.tsx';

interface RecordsDialogProps {
  readonly game: GameReply;
  readonly onClose: () => void;
}

/** The records of a game's two teams. When it closes, the focus returns to where it was. */
export function RecordsDialog({ game, onClose }: RecordsDialogProps) {
  return (
    <Dialog title="Team Records & Stats" onClose={onClose}>
      <div className="grid min-h-86 content-start">
        <Records game={game} />
      </div>
      <div className="mt-4 flex justify-end">
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function recordsQuery(gid: string) {
  return queryOptions({
    queryKey: ['records', gid],
    queryFn: ({ signal }) => call('GET /api/games/:gid/records', { params: { gid } }, signal),
    meta: { failure: 'Error fetching team records' },
  });
}

function Records({ game }: { readonly game: GameReply }) {
  const { data, isFetching, refetch } = useQuery(recordsQuery(game.gid));
  if (data === undefined && isFetching) {
    return (
      <Loading>
        <Skeleton className="h-86" />
      </Loading>
    );
  }
  if (data === undefined) {
    return (
      <Message role="alert" title={RECORDS_FAILED_TITLE} text={RECORDS_FAILED_TEXT}>
        <Button tone="plain" onClick={() => void refetch()}>
          Try again
        </Button>
      </Message>
    );
  }
  if (data.preseason) return <Message role="status" title={PRESEASON_TITLE} text={PRESEASON_TEXT} />;
  return <RecordTable game={game} records={data} />;
}

interface MessageProps {
  readonly role: 'alert' | 'status';
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Message({ role, title, text, children }: MessageProps) {
  return (
    <div role={role} className="flex flex-col items-center gap-3 self-center px-4 py-10 text-center">
      <span className="board grid size-14 place-items-center text-led">
        <Icon name={role === 'alert' ? 'alert' : 'ball'} className="size-7" />
      </span>
      <h3 className="heading text-lg">{title}</h3>
      <p className="text-ink-soft">{text}</p>
      {children}
    </div>
  );
}

const recordLines: readonly (readonly [name: string, value: (record: TeamRecord) => string | number])[] = [
  ['Wins', (record) => record.wins],
  ['Losses', (record) => record.losses],
  ['Ties', (record) => record.ties],
  ['Win percentage', (record) => formatWinPercentage(record.winPercentage)],
  ['Overall', (record) => record.overallRecord],
  ['At home', (record) => record.homeRecord],
  ['Away', (record) => record.awayRecord],
];

function RecordTable({ game, records }: { readonly game: GameReply; readonly records: GameRecordsReply }) {
  return (
    <>
      <table className="w-full table-fixed text-center">
        <thead>
          <tr>
            <TeamHead team={game.away} side="away" />
            <td className="w-2/5 font-display max-narrow:w-1/2 text-xl text-ink-faint">@</td>
            <TeamHead team={game.home} side="home" />
          </tr>
        </thead>
        <tbody>
          {recordLines.map(([name, value]) => (
            <tr key={name} className="h-8 odd:bg-panel-low">
              <td className="font-display text-lg font-medium">{value(records.away)}</td>
              <th scope="row" className="label text-ink-soft">
                {name}
              </th>
              <td className="font-display text-lg font-medium">{value(records.home)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-center text-sm text-ink-soft">
        {records.season !== null && `${records.season} season`}
        {records.isSample && <span className="label rounded bg-amber-wash px-2 py-1 text-amber">{SAMPLE_LABEL}</span>}
      </p>
    </>
  );
}

function TeamHead({ team, side }: { readonly team: string; readonly side: Side }) {
  return (
    <th scope="col" className="pb-2 font-normal">
      <Helmet team={team} side={side} className="mx-auto h-14 w-16" />
      <span className="block font-display text-lg leading-6 font-semibold">{team}</span>
      <span className="block text-xs text-ink-soft max-narrow:hidden">{teamByAbbr(team)?.shortName}</span>
    </th>
  );
}
