import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { gamesQuery, poolQuery } from '#web/parts/queries.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BusEntryParts } from './bus-entry-parts.tsx';
import { BusFoot } from './bus-foot.tsx';
import { BusPicksList } from './bus-picks-list.tsx';
import type { BusFormState } from './use-bus-form.ts';

/** All that somebody who runs a pool may enter for a player's week, by the format of the pool. */
export function BusForm({ state }: { readonly state: BusFormState }) {
  const { week } = state;
  const pool = useQuery(poolQuery(week.poolId));
  const games = useQuery(gamesQuery(week.poolId, week.weekId));
  const skeleton = <Skeleton className="h-96" />;
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={skeleton}>
      {({ rules }) => (
        <Loaded query={games} failure="Couldn't load games" skeleton={skeleton}>
          {(loaded) =>
            loaded.length === 0 ? (
              <Notice icon="ball" title="No games found for this week." />
            ) : (
              <Fields state={state} rules={rules} games={loaded} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

interface FieldsProps {
  readonly state: BusFormState;
  readonly rules: PoolRules;
  readonly games: readonly GameReply[];
}

function Fields({ state, rules, games }: FieldsProps) {
  const { week, entry, picks } = state;
  const asks = {
    entry: rules.format !== 'pickem' || rules.tiebreak !== 'none',
    picks: rules.format !== 'survivor',
  };

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const reason = event.currentTarget.querySelector<HTMLInputElement>('input[name="reason"]');
    if (state.reason.trim() === '') reason?.focus();
    state.save();
  }

  return (
    <form onSubmit={save}>
      {asks.entry && <BusEntryParts week={week} rules={rules} games={games} state={entry} />}
      {asks.picks && <BusPicksList week={week} games={games} state={picks} />}
      <BusFoot state={state} asks={asks} />
    </form>
  );
}
