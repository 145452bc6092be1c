import { useMemo, useState } from 'react';
import type { AlmanacPlanReply } from '#contract/almanac.ts';
import { namesakesAmong } from '#core/almanac/namesakes.ts';
import { call } from '#web/lib/api.ts';
import { useOptimisticAct } from '#web/parts/panel/optimistic.ts';
import { isLongChoice, PersonSelect } from './person-select.tsx';
import { peopleIn } from './plan-people.ts';
import { planQuery, useAlmanacChanged } from './plan-query.ts';

type Player = AlmanacPlanReply['players'][number];

interface SamePeopleProps {
  readonly poolId: string;
  readonly plan: AlmanacPlanReply;
}

/** Says of each player without an account who they are in other seasons. Each choice is saved at once. */
export function SamePeople({ poolId, plan: { people, players, follows } }: SamePeopleProps) {
  const act = useOptimisticAct<AlmanacPlanReply>(planQuery(poolId).queryKey);
  const changed = useAlmanacChanged(poolId);
  const [saved, setSaved] = useState('');
  const targets = useMemo(() => peopleIn({ people, players }), [people, players]);
  const namesakes = useMemo(() => namesakesAmong(targets), [targets]);
  const isFolded = isLongChoice(players.length, targets.length);

  function choose(player: Player, personId: string | null): void {
    const other = targets.find(({ id }) => id === personId)?.name;
    setSaved('');
    act({
      thing: player.id,
      show: (plan) => withMatch(plan, player.id, personId),
      undo: (plan) => withMatch(plan, player.id, player.personId),
      send: () =>
        call('PUT /api/pools/:poolId/almanac/people/:userId', {
          params: { poolId, userId: player.id },
          body: { personId },
        }),
      failure: `Couldn't save who ${player.name} is`,
      done: () => {
        setSaved(`Saved: ${player.name} is ${other ?? 'only themselves'}.`);
        void changed();
      },
    });
  }

  if (follows === null && players.every(({ personId }) => personId === null)) {
    return (
      <p className="text-ink-soft">
        This is the only season so far. Once another one follows, say here which players without an account are the same
        people.
      </p>
    );
  }
  if (players.length === 0) {
    return <p className="text-ink-soft">Everybody has an account here, so everybody is matched across seasons.</p>;
  }
  return (
    <>
      <p className="mb-3 text-ink-soft">
        These players have no account, so we can't tell who they are in other seasons. You can.
      </p>
      <ul>
        {players.map((player) => {
          const { same, near } = namesakes(player.name);
          const isOther = ({ id }: { readonly id: string }): boolean => id !== player.id;
          return (
            <li
              key={player.id}
              className="grid items-center gap-x-4 gap-y-1 striped-row rounded-lg px-3 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]"
            >
              <span className="min-w-0">
                <span className="block font-medium break-words">{player.name}</span>
                <span className="block text-sm text-ink-soft">{player.years.join(', ')}</span>
              </span>
              <PersonSelect
                label={`Who ${player.name} is in other seasons`}
                nobody="Only themselves"
                value={player.personId}
                people={targets.filter(isOther)}
                namesakes={{ same: same.filter(isOther), near: near.filter(isOther) }}
                isFolded={isFolded}
                onChoose={(personId) => choose(player, personId)}
              />
            </li>
          );
        })}
      </ul>
      <p role="status" className="mt-2 min-h-5 text-sm text-turf">
        {saved}
      </p>
    </>
  );
}

function withMatch(plan: AlmanacPlanReply, id: string, personId: string | null): AlmanacPlanReply {
  return { ...plan, players: plan.players.map((player) => (player.id === id ? { ...player, personId } : player)) };
}
