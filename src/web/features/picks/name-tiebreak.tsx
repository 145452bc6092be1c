import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { GameReply } from '#contract/shapes.ts';
import { gameCounts } from '#core/game.ts';
import { call, failureText } from '#web/lib/api.ts';
import { ownEntriesQuery, poolQuery } from '#web/parts/queries.ts';
import { Refusal } from '#web/ui/refusal.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

interface NameTiebreakProps {
  readonly poolId: string;
  readonly weekId: string;
  readonly gid: string;
  readonly games: readonly GameReply[];
}

/** The choice of the game that is guessed, until the week's first lock. */
export function NameTiebreak({ poolId, weekId, gid, games }: NameTiebreakProps) {
  const client = useQueryClient();
  const naming = useMutation({
    mutationFn: (next: string) =>
      call('PUT /api/pools/:poolId/weeks/:weekId/tiebreak', { params: { poolId, weekId }, body: { gid: next } }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey });
      await client.invalidateQueries({ queryKey: ownEntriesQuery(poolId).queryKey });
    },
    onError: (error) => console.error('Error naming the tiebreak game', error),
  });
  return (
    <div className="mt-3">
      <SelectField
        label="Tiebreak game"
        note="Naming another game clears the guesses that were made."
        value={naming.isPending ? naming.variables : gid}
        options={games.filter(gameCounts).map((game) => [game.gid, `${game.away} at ${game.home}`] as const)}
        onChange={(next) => naming.mutate(next)}
      />
      <Refusal text={naming.error && failureText(naming.error)} />
    </div>
  );
}
