import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '#web/features/admin/queries.ts';
import { Link } from '#web/lib/navigation.tsx';
import { summaryQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { Screen } from '#web/parts/screen.tsx';
import { SecondFactorHint } from '#web/parts/second-factor-hint.tsx';
import { Button } from '#web/ui/button.tsx';
import { Digits } from '#web/ui/digits.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { DrillLine } from './drill-line.tsx';

interface Way {
  readonly to: string;
  readonly title: string;
  readonly text: string;
  readonly icon: IconName;
}

/** Rarely used actions. */
const rareActions: readonly Way[] = [
  { to: '/admin/scores', title: 'Scores and lines', text: 'A whole week in one go', icon: 'grid' },
  { to: '/admin/season', title: 'Load season', text: 'Games from a file or from ESPN', icon: 'ball' },
  { to: '/admin/players', title: 'Players', text: 'Imported players without an account', icon: 'user' },
  { to: '/admin/log', title: 'Log', text: 'Who changed what, and when', icon: 'clock' },
  { to: '/admin/feed', title: 'Feed', text: 'How games stay up to date', icon: 'star' },
];

export function AdminScreen() {
  const users = useQuery(usersQuery);
  const summary = useQuery(summaryQuery);
  const enabled = users.data?.users.filter(({ isEnabled }) => isEnabled).length ?? 0;
  const requests = summary.data?.requests ?? 0;
  return (
    <Screen title="Admin" over="Your league">
      <div className="grid gap-3 sm:grid-cols-2 md:gap-4">
        <Board
          to="/admin/users"
          title="Users"
          query={users}
          failure="Couldn't load users."
          value={users.data?.users.length}
          note={users.data ? `${enabled} enabled` : ''}
        />
        <Board
          to="/admin/pools"
          title="Pools"
          query={summary}
          failure="Couldn't load pools."
          value={summary.data?.pools}
          note={requests === 0 ? '' : `${requests} ${requests === 1 ? 'request' : 'requests'} to join`}
        />
      </div>
      <DrillLine />
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 md:gap-4">
        {rareActions.map(({ to, title, text, icon }) => (
          <li key={to} className="panel relative flex min-h-15 items-center gap-4 p-4">
            <Icon name={icon} className="size-7 text-amber" />
            <div className="flex-1">
              <Link to={to} className="heading block text-xl whole-link">
                {title}
              </Link>
              <p className="text-sm text-ink-soft">{text}</p>
            </div>
            <Icon name="chevronRight" className="size-5 text-ink-faint" />
          </li>
        ))}
      </ul>
      <SecondFactorHint />
    </Screen>
  );
}

interface BoardProps {
  readonly to: string;
  readonly title: string;
  readonly query: UseQueryResult<unknown>;
  /** What failed, in words. */
  readonly failure: string;
  readonly value: number | undefined;
  readonly note: string;
}

function Board({ to, title, query, failure, value, note }: BoardProps) {
  const hasFailed = query.isLoadingError && !query.isFetching;
  return (
    <section className="board relative flex h-32 flex-col justify-between p-4">
      <h2 className="heading text-xl text-board-soft">
        <Link to={to} className="block whole-link">
          {title}
        </Link>
      </h2>
      {hasFailed ? (
        <p role="alert" className="flex items-center justify-between gap-4">
          {failure}
          <Button tone="plain" className="relative z-1" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <div className="flex items-end justify-between gap-4">
          <span className="led text-5xl">
            <Digits value={String(value ?? '–')} />
          </span>
          <span className="text-sm text-board-soft">{note}</span>
        </div>
      )}
    </section>
  );
}
