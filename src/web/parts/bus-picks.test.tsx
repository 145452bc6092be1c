import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import type { EntrySlot } from '#contract/picks.ts';
import type { SlotWish } from '#core/pick.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import { entryPicksQuery, useBusForm } from './bus-picks.tsx';
import { ToastProvider } from './toasts.tsx';

const week = { poolId: 'office', weekId: '2026-week1', entryId: 'sam' };

const open = { isSealed: false, isEntered: false, refusal: null } as const;

type FormState = ReturnType<typeof useBusForm>;

interface FormProps {
  readonly left: SlotWish[];
  readonly onRender: (state: FormState) => void;
}

/** Enters a reason and one wish after the other; React renders again after each. */
function Form({ left, onRender }: FormProps) {
  const state = useBusForm(week, 'Sam');
  const wish = left.shift();
  if (wish) state.enter(wish);
  if (state.reason === '') state.setReason('phoned in');
  onRender(state);
  return null;
}

/** The form after these wishes. @param slots as last read */
function formWith(wishes: readonly SlotWish[], slots: EntrySlot[] = []): FormState {
  const client = new QueryClient();
  client.setQueryData(entryPicksQuery(week).queryKey, { entry: { id: 'sam', name: 'Sam' }, slots });
  const states: FormState[] = [];
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <Form left={[...wishes]} onRender={(state) => states.push(state)} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  const last = states.at(-1);
  if (last === undefined) throw new Error('The form was not rendered');
  return last;
}

function guess(total: number | null): SlotWish {
  return { kind: 'guess', about: week.weekId, value: { gid: 'g1', total } };
}

function pick(about: string): SlotWish {
  return { kind: 'pick', about, value: { side: 'home' } };
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  [MAX_GUESS, 1],
  [null, 1],
  [MAX_GUESS + 1, 0],
])('saves only a guess that is allowed (%s)', async (total, calls) => {
  const fetch = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('fetch', fetch);
  formWith([pick('g1'), guess(total)]).save();
  await new Promise(setImmediate);
  expect(fetch).toHaveBeenCalledTimes(calls);
});

it('drops what can no longer be entered', () => {
  const refusal = "This was entered by the player or by an import. It can't be replaced here before the lock.";
  const slots: EntrySlot[] = [
    { kind: 'pick', about: 'g1', value: null, ...open, isSealed: true, refusal },
    { kind: 'pick', about: 'g2', value: null, ...open },
  ];
  expect([...formWith([pick('g1'), pick('g2')], slots).wishes.values()]).toEqual([pick('g2')]);
  expect(formWith([pick('g1')], slots).isDirty).toBe(false);
});
