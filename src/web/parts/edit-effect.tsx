import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { EditEffectReply, PoolEffect } from '#contract/games.ts';
import type { BodyOf } from '#contract/index.ts';
import type { GameReply } from '#contract/shapes.ts';
import { fieldWords } from '#core/audit.ts';
import { changeText } from '#core/changed-outcome.ts';
import { call, failureText } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

type Edits = BodyOf<'POST /api/weeks/:weekId/games/effect'>['games'];
type Edit = Omit<Edits[number], 'gid'>;

/** The fields of a Final game that its points follow from. */
const fields = [
  'status',
  'void',
  'homeScore',
  'awayScore',
  'spread',
  'returnToFeed',
] as const satisfies readonly (keyof Edit)[];

interface Asked {
  /** What is changed: `DAL @ PHI: home score 20 → 43`. */
  readonly edits: readonly string[];
  readonly effect: EditEffectReply;
  readonly answer: (isConfirmed: boolean) => void;
}

interface AskingFirst {
  /** Shows whose points, places and prizes edits of Final games change. @returns whether to save: false if the person cancels */
  readonly mayEdit: (edits: ReadonlyMap<string, Edit>) => Promise<boolean>;
  readonly isLooking: boolean;
  /** Why the effect is not known. */
  readonly failure: string | null;
  readonly question: ReactNode;
}

/** Asks before the result of a Final game is changed by hand. @param games of the week, as they are */
export function useAskFirst(weekId: string, games: readonly GameReply[]): AskingFirst {
  const [asked, setAsked] = useState<Asked | null>(null);
  const looking = useMutation({
    mutationFn: (edits: Edits) =>
      call('POST /api/weeks/:weekId/games/effect', { params: { weekId }, body: { games: edits } }),
    onError: (error) => console.error('Error reading the effect of an edit', error),
  });
  return {
    mayEdit: async (edits) => {
      const results = games.flatMap(({ gid, status }) => {
        const edit = edits.get(gid) ?? {};
        const changed = fields.flatMap((field) => (edit[field] === undefined ? [] : [[field, edit[field]] as const]));
        return status === 'Final' && changed.length > 0 ? [{ gid, ...Object.fromEntries(changed) }] : [];
      });
      if (results.length === 0) return true;
      const effect = await looking.mutateAsync(results).catch(() => null);
      if (effect === null || effect.pools.length + effect.morePools === 0) return effect !== null;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      setAsked({ edits: games.flatMap((game) => editText(game, results)), effect, answer: resolve });
      return promise.finally(() => setAsked(null));
    },
    isLooking: looking.isPending,
    failure: looking.error && failureText(looking.error),
    question: asked && (
      <ConfirmDialog
        title="Change a Final?"
        action="Save Changes"
        isPending={false}
        refusal={null}
        onConfirm={() => asked.answer(true)}
        onClose={() => asked.answer(false)}
      >
        {asked.edits.map((text) => (
          <p key={text} className="break-words text-ink">
            {text}
          </p>
        ))}
        {asked.effect.pools.map((pool) => (
          <InPool key={pool.id} pool={pool} />
        ))}
        {asked.effect.morePools > 0 && <p>{morePoolsText(asked.effect.morePools)}</p>}
      </ConfirmDialog>
    ),
  };
}

/** One line if the game is edited, otherwise none. */
function editText(game: GameReply, edits: Edits): readonly string[] {
  const edit = edits.find(({ gid }) => gid === game.gid);
  if (edit === undefined) return [];
  const changes = fields.flatMap((field) => {
    if (edit[field] === undefined) return [];
    if (field === 'void') return [edit.void ?? 'as planned'];
    if (field === 'returnToFeed')
      return edit.returnToFeed?.map((each) => `${fieldWords(each)} as the feed has it`) ?? [];
    return [`${fieldWords(field)} ${game[field] ?? 'none'} → ${edit[field] ?? 'none'}`];
  });
  return [`${game.away} @ ${game.home}: ${changes.join(', ')}`];
}

function morePoolsText(count: number): string {
  const pools = count === 1 ? '1 more pool plays' : `${count} more pools play`;
  return `${pools} this week. What changes there is not listed.`;
}

function InPool({ pool: { name, entries, moreEntries, changes } }: { readonly pool: PoolEffect }) {
  return (
    <section>
      <h3 className="label mb-1 break-words text-ink">{name}</h3>
      <ul className="grid gap-1 rounded-lg bg-amber-wash px-3 py-2.5 text-sm text-amber">
        {changes.map((change) => (
          <li key={`${change.what} ${change.of}`} className="break-words">
            {changeText(change)}
          </li>
        ))}
        {entries.map((entry) => (
          <li key={entry.name} className="break-words">
            {entry.name}: {entry.before} → {entry.after}
          </li>
        ))}
        {moreEntries > 0 && <li>and {moreEntries} more</li>}
      </ul>
    </section>
  );
}
