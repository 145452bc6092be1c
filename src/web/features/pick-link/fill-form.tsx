import type { LinkEntry, LinkGame, LinkSlot, LinkWish, PickLinkReply } from '#contract/pick-links.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import type { Slot } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import { shortLine } from '#core/short-line.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import type { Side } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import { Helmet } from '#web/parts/helmet.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import './fill-form.css';

/** What was chosen on the page and is not saved, by entry and slot. */
export type Draft = ReadonlyMap<string, ReadonlyMap<string, LinkWish>>;

export const NO_DRAFT: Draft = new Map();

/** The wishes of a draft, by entry; entries without any are left out. */
export function wishesOf(draft: Draft): [entryId: string, wishes: LinkWish[]][] {
  const all = [...draft].map(([entryId, wishes]): [string, LinkWish[]] => [entryId, [...wishes.values()]]);
  return all.filter(([, wishes]) => wishes.length > 0);
}

/** A draft with another wish for a slot of an entry, or with none. */
export function withWish(draft: Draft, entryId: string, slot: Slot, wish: LinkWish | null): Draft {
  const wishes = new Map(draft.get(entryId));
  if (wish === null) wishes.delete(slotKey(slot));
  else wishes.set(slotKey(slot), wish);
  return new Map(draft).set(entryId, wishes);
}

interface FillFormProps {
  readonly link: PickLinkReply;
  readonly draft: Draft;
  readonly isSaving: boolean;
  readonly onDraft: (draft: Draft) => void;
  readonly onSave: () => void;
}

/** The open slots of the entries: those that are missing can be chosen, of the others it only says that they are made. */
export function FillForm({ link, draft, isSaving, onDraft, onSave }: FillFormProps) {
  const { poolName, weekId, entries } = link;
  const isEmpty = wishesOf(draft).length === 0;
  const hasWork = entries.some(({ slots }) => slots.some(({ isMade }) => !isMade));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && !isEmpty) onSave();
      }}
    >
      <h2 className="mb-3 font-semibold break-words">
        {poolName}, {weekName(weekId)}
      </h2>
      {entries.map((entry) => (
        <EntryFields
          key={entry.id}
          link={link}
          entry={entry}
          wishes={draft.get(entry.id) ?? new Map()}
          onWish={(slot, wish) => onDraft(withWish(draft, entry.id, slot, wish))}
        />
      ))}
      {hasWork ? (
        <Button type="submit" className="w-full" disabled={isEmpty} isPaused={isSaving}>
          {isSaving ? 'One moment...' : 'Save my picks'}
        </Button>
      ) : (
        <p className="mb-3">Nothing is missing.</p>
      )}
    </form>
  );
}

interface EntryFieldsProps {
  readonly link: PickLinkReply;
  readonly entry: LinkEntry;
  readonly wishes: ReadonlyMap<string, LinkWish>;
  readonly onWish: (slot: Slot, wish: LinkWish | null) => void;
}

function EntryFields({ link, entry, wishes, onWish }: EntryFieldsProps) {
  const { name, asked, slots } = entry;
  const isTeam = slots.some(({ kind }) => kind === 'team');
  return (
    <section aria-label={name ?? undefined} className="mb-5">
      {name !== null && <h3 className="mb-2 break-words">{name}</h3>}
      {asked > 0 && (
        <p className="mb-3 text-ink-soft">
          {asked} {isTeam ? (asked === 1 ? 'team is' : 'teams are') : asked === 1 ? 'pick is' : 'picks are'} missing.
        </p>
      )}
      {slots.map((slot, at) => (
        <SlotFields
          key={slotKey(slot)}
          name={`${entry.id} ${at}`}
          link={link}
          slot={slot}
          wish={wishes.get(slotKey(slot))}
          onWish={(wish) => onWish(slot, wish)}
        />
      ))}
    </section>
  );
}

interface SlotFieldsProps {
  /** Distinct on the page. */
  readonly name: string;
  readonly link: PickLinkReply;
  readonly slot: LinkSlot;
  readonly wish: LinkWish | undefined;
  readonly onWish: (wish: LinkWish | null) => void;
}

function SlotFields({ name, link, slot, wish, onWish }: SlotFieldsProps) {
  const { about, isMade } = slot;
  const gid = slot.kind === 'guess' ? link.tiebreakGid : about;
  const game = link.games.find((each) => each.gid === gid);
  const title = slot.kind === 'team' || game === undefined ? 'Your team' : `${game.away} at ${game.home}`;
  if (isMade)
    return (
      <p className="panel mb-3 flex justify-between gap-3 p-3">
        <span>{slot.kind === 'guess' ? `Total points of ${title}` : title}</span>
        <span className="text-ink-soft">Made</span>
      </p>
    );
  if (slot.kind === 'guess') {
    if (game === undefined) return null;
    const total = wish?.kind === 'guess' ? String(wish.value.total) : '';
    return (
      <TextField
        label={`Total points of ${title}`}
        inputMode="numeric"
        autoComplete="off"
        value={total}
        onChange={(event) => {
          const value = guessOf(event.target.value);
          onWish(value === null ? null : { kind: 'guess', about, value: { gid: game.gid, total: value } });
        }}
      />
    );
  }
  if (slot.kind === 'team') {
    const team = wish?.kind === 'team' ? wish.value.team : null;
    return (
      <fieldset className="fill-game mb-3">
        <legend className="mb-1.5 text-ink-soft">{title}</legend>
        {link.games.map((each) => (
          <Sides
            key={each.gid}
            name={name}
            game={each}
            chosen={team === each.away ? 'away' : team === each.home ? 'home' : null}
            onSide={(side) => onWish({ kind: 'team', about, value: { gid: each.gid, team: each[side] } })}
          />
        ))}
      </fieldset>
    );
  }
  if (game === undefined) return null;
  return (
    <fieldset className="fill-game mb-3">
      <legend className="mb-1.5">
        {title} <span className="text-sm text-ink-soft">{factsOf(game)}</span>
      </legend>
      <Sides
        name={name}
        game={game}
        chosen={wish?.kind === 'pick' ? wish.value.side : null}
        onSide={(side) => onWish({ kind: 'pick', about, value: { side } })}
      />
    </fieldset>
  );
}

/** The kick-off, and the line if there is one: `Sun, Sep 13, 1:00 PM EDT · KC by 3`. */
function factsOf(game: LinkGame): string {
  const { day, time } = kickoffText(game);
  return `${day}, ${time}${game.spread === null ? '' : ` · ${shortLine(game, game.spread)}`}`;
}

/** A typed guess; null unless it is one. */
function guessOf(text: string): number | null {
  const total = /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
  return total !== null && total <= MAX_GUESS ? total : null;
}

interface SidesProps {
  readonly name: string;
  readonly game: LinkGame;
  readonly chosen: Side | null;
  readonly onSide: (side: Side) => void;
}

function Sides({ name, game, chosen, onSide }: SidesProps) {
  return (
    <div className="fill-sides">
      {(['away', 'home'] as const).map((side) => (
        <label key={side} className="panel">
          <input type="radio" name={name} checked={chosen === side} onChange={() => onSide(side)} />
          <Helmet team={game[side]} side={side} className="h-8 w-9" />
          <span>{game[side]}</span>
        </label>
      ))}
    </div>
  );
}
