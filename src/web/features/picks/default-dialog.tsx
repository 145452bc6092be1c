import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnEntry } from '#contract/entries.ts';
import type { PoolReply } from '#contract/pools.ts';
import { costWords } from '#core/formats/survivor/cost.ts';
import { asksFor } from '#core/formats/traits.ts';
import { teams } from '#core/teams.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useEntryName } from '#web/parts/entries.tsx';
import { Helmet } from '#web/parts/helmet.tsx';
import { ownPicksQuery } from '#web/parts/queries.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import './default-dialog.css';

export interface DefaultDialogProps {
  readonly pool: PoolReply;
  readonly entry: Pick<OwnEntry, 'id' | 'default'>;
  /** Whether the limit of auto picks is reached, so that the default doesn't count in the shown week. */
  readonly isSpent: boolean;
  readonly onClose: () => void;
}

type Wanted = NonNullable<OwnEntry['default']> | null;

/** Asks what counts for an entry if its owner forgets to pick: a side, or in a survivor pool teams in order. */
export function DefaultDialog({ pool, entry, isSpent, onClose }: DefaultDialogProps) {
  const name = useEntryName();
  const client = useQueryClient();
  const toast = useToast();
  const [wanted, setWanted] = useState<Wanted>(entry.default ?? null);
  const saving = useMutation({
    mutationFn: () =>
      call('PUT /api/entries/:entryId/default', { params: { entryId: entry.id }, body: { value: wanted } }),
    onSuccess: () => {
      toast({ type: 'success', title: 'Saved' });
      onClose();
    },
    onError: (error) => console.error('Error saving a default', error),
    onSettled: () => void client.invalidateQueries({ queryKey: ownPicksQuery(pool.id).queryKey }),
  });
  return (
    <Dialog title={name === null ? 'If you forget' : `If you forget: ${name}`} onClose={onClose}>
      {asksFor('team', pool.rules) ? (
        <Teams
          wanted={wanted && 'teams' in wanted ? wanted.teams : []}
          isSpent={isSpent}
          rules={pool.rules}
          onChange={setWanted}
        />
      ) : (
        <Sides wanted={wanted && 'side' in wanted ? wanted.side : 'nothing'} isSpent={isSpent} onChange={setWanted} />
      )}
      <DialogFoot>
        <Refusal text={saving.isError ? failureText(saving.error) : null} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button isPaused={saving.isPending} onClick={() => saving.mutate()}>
            {saving.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </DialogFoot>
    </Dialog>
  );
}

interface Asking<V> extends Pick<DefaultDialogProps, 'isSpent'> {
  readonly wanted: V;
  readonly onChange: (wanted: Wanted) => void;
}

const sideChoices = [
  ['nothing', 'Nothing'],
  ['favourite', 'The favorite'],
  ['home', 'The home team'],
  ['away', 'The away team'],
] as const;

function Sides({ wanted, isSpent, onChange }: Asking<(typeof sideChoices)[number][0]>) {
  return (
    <SelectField
      label="A game without a pick counts as"
      value={wanted}
      options={sideChoices}
      note={
        isSpent
          ? 'The limit of auto picks is reached: a missed game earns nothing.'
          : 'It counts once the game locks. Nobody sees it until then.'
      }
      onChange={(side) => onChange(side === 'nothing' ? null : { side })}
    />
  );
}

/** One tap puts a team at the end of the list, another takes it out. */
function Teams({ wanted, isSpent, rules, onChange }: Asking<readonly string[]> & Pick<PoolReply, 'rules'>) {
  const toggle = (abbr: string): void => {
    const next = wanted.includes(abbr) ? wanted.filter((each) => each !== abbr) : [...wanted, abbr];
    onChange(next.length === 0 ? null : { teams: next });
  };
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {isSpent
          ? `The limit of auto picks is reached: a week without a team ${costWords(rules).costs}.`
          : "Tap teams in order. If you don't choose, we use the first team that you can still pick, once its game locks. Teams you picked for other weeks are skipped."}
      </p>
      <ul className="default-teams">
        {teams.map(({ abbr, longName }) => {
          const place = wanted.indexOf(abbr) + 1;
          return (
            <li key={abbr}>
              <button type="button" aria-pressed={place > 0} onClick={() => toggle(abbr)}>
                <Helmet team={abbr} side="home" className="default-helmet" />
                <span className="sr-only">{place > 0 ? `${longName}, number ${place}` : longName}</span>
                <span aria-hidden="true">{abbr}</span>
                {place > 0 && (
                  <span aria-hidden="true" className="default-place">
                    {place}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
