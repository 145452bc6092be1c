import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { BusEntry, BusGuess } from '#contract/picks.ts';
import type { GameReply } from '#contract/shapes.ts';
import { valuesOf } from '#core/formats/confidence.ts';
import { gameCounts } from '#core/game.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { halvesOfPoints, pointsText } from '#core/scoring.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import { weekName } from '#core/weeks.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { BusEntryState } from './use-bus-entry.ts';
import { busEntryQuery } from './use-bus-entry.ts';
import type { PlayerWeek } from './use-bus-picks.ts';

interface BusEntryPartsProps {
  readonly week: PlayerWeek;
  readonly rules: PoolRules;
  readonly games: readonly GameReply[];
  readonly state: BusEntryState;
}

/** What may be entered for a player beside sides: the points of a week or its team, and the guess. Nothing in a week that asks for none. */
export function BusEntryParts({ week, rules, games, state }: BusEntryPartsProps) {
  const entered = useQuery(busEntryQuery(week));
  return (
    <Loaded query={entered} failure="Couldn't load what was entered" skeleton={<Skeleton className="mb-5 h-52" />}>
      {({ entry, guess, used }) =>
        (entry || guess) && (
          <div className="mb-5 grid gap-4">
            {entry && rules.format === 'confidence' && <Points {...{ games, state }} held={entry} />}
            {entry && rules.format === 'survivor' && <Team {...{ games, state, used }} held={entry} />}
            {guess && <Guess {...{ games, state }} held={guess} />}
            <p role="alert" className="text-sm text-red empty:hidden">
              {state.failure}
            </p>
          </div>
        )
      }
    </Loaded>
  );
}

interface PartProps<H> {
  readonly held: H;
  readonly games: readonly GameReply[];
  readonly state: BusEntryState;
}

/** A value for each game: a game that is given another one's value takes turns with it. */
function Points({ held, games, state }: PartProps<BusEntry>) {
  const stored = held.entry && 'order' in held.entry ? held.entry.order : [];
  const entered = state.entry && 'order' in state.entry ? state.entry.order : stored;
  const values = [...valuesOf(games, entered)].toSorted(([, a], [, b]) => b - a);
  const give = (gid: string, to: string) => {
    const order = values.toReversed().map(([each]) => each);
    state.setEntry({ order: order.map((each) => (each === gid ? to : each === to ? gid : each)) });
  };
  const options = games.filter(gameCounts).map((game): [string, string] => [game.gid, nameOf(game)]);
  const text = heldText(held.hasEntry, held.entry !== null, 'until the week is locked');
  if (isHidden(held, state)) {
    return (
      <Part title="Points" text={text} {...held}>
        <p className="text-sm text-ink">What was entered can't be shown. Entering points again replaces all of it.</p>
        <Button tone="plain" onClick={() => state.setEntry({ order: values.toReversed().map(([gid]) => gid) })}>
          Enter all points again
        </Button>
      </Part>
    );
  }
  return (
    <Part title="Points" text={text} {...held}>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {values.map(([gid, value]) => (
          <SelectField
            key={value}
            label={pointsText(halvesOfPoints(value))}
            value={gid}
            options={options}
            onChange={(to) => give(gid, to)}
          />
        ))}
      </div>
    </Part>
  );
}

/** Whether there is an entry that nobody but the player sees, and no other one is being entered. */
function isHidden({ hasEntry, entry }: BusEntry, state: BusEntryState): boolean {
  return hasEntry && entry === null && state.entry === undefined;
}

const NO_TEAM = '';

interface TeamProps extends PartProps<BusEntry> {
  /** Teams that the player is known to have used, each with its week. */
  readonly used: Readonly<Record<string, string>>;
}

function Team({ held, games, state, used }: TeamProps) {
  const [isAnother, setAnother] = useState(false);
  const chosen = state.entry === undefined ? held.entry : state.entry;
  const value = chosen && 'team' in chosen ? `${chosen.gid} ${chosen.team}` : NO_TEAM;
  const teams = games.filter(gameCounts).flatMap((game) =>
    [game.away, game.home].map((team): [string, string] => {
      const usedIn = used[team];
      const text = `${team} (${nameOf(game)})`;
      return [`${game.gid} ${team}`, usedIn === undefined ? text : `${text}, used in ${weekName(usedIn)}`];
    }),
  );
  const choose = (text: string) => {
    const at = text.lastIndexOf(' ');
    state.setEntry(text === NO_TEAM ? null : { gid: text.slice(0, at), team: text.slice(at + 1) });
  };
  const text = heldText(held.hasEntry, held.entry !== null, 'until its game is locked');
  if (isHidden(held, state) && !isAnother) {
    return (
      <Part title="Team" text={text} {...held}>
        <div className="grid gap-2 sm:grid-cols-2">
          <Button tone="plain" onClick={() => setAnother(true)}>
            Enter another team
          </Button>
          <Button tone="plain" onClick={() => state.setEntry(null)}>
            Take it back
          </Button>
        </div>
      </Part>
    );
  }
  if (held.hasEntry && held.entry === null && state.entry === null) {
    return (
      <Part title="Team" text="Taken back once you save" {...held}>
        {null}
      </Part>
    );
  }
  return (
    <Part title="Team" text={text} {...held}>
      <SelectField
        label="Team of the week"
        value={value}
        options={[[NO_TEAM, 'No team'], ...teams]}
        onChange={choose}
      />
    </Part>
  );
}

function Guess({ held, games, state }: PartProps<BusGuess>) {
  const game = games.find(({ gid }) => gid === held.gid);
  const text = state.guess?.text ?? (held.guess === null ? '' : String(held.guess));
  const isWrong = Number(text) > MAX_GUESS;
  return (
    <Part
      title="Tiebreak"
      text={heldText(held.hasGuess, held.guess !== null, 'until its game is locked')}
      isBus={held.isBus}
      refusal={held.refusal}
    >
      <TextField
        label={`Total points of ${game ? nameOf(game) : 'the last game'}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(MAX_GUESS).length}
        value={text}
        error={isWrong ? `A whole number from 0 to ${MAX_GUESS}` : null}
        onChange={(event) => state.setGuess({ gid: held.gid, text: event.target.value.replaceAll(/\D/g, '') })}
      />
    </Part>
  );
}

interface HeldPartProps {
  readonly title: string;
  readonly text: string;
  readonly isBus: boolean;
  readonly refusal: string | null;
  readonly children: ReactNode;
}

function Part({ title, text, isBus, refusal, children }: HeldPartProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="font-display text-lg font-medium">{title}</legend>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
        <span>{text}</span>
        {isBus && <Badge tone="warn">Entered</Badge>}
      </p>
      {refusal === null ? children : <p className="text-sm text-ink">{refusal}</p>}
    </fieldset>
  );
}

function heldText(isThere: boolean, isTold: boolean, until: string): string {
  if (!isThere) return 'Nothing entered yet';
  return isTold ? 'As it stands' : `Made, sealed ${until}`;
}

function nameOf({ away, home }: GameReply): string {
  return `${away} @ ${home}`;
}
