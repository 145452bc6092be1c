import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlmanacReply, RivalsReply } from '#contract/almanac.ts';
import { duelText } from '#core/almanac/words.ts';
import { compareNames } from '#core/name-order.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { rivalsQuery } from './almanac-queries.ts';
import { useShortened } from './show-all.tsx';

interface RivalsProps {
  readonly poolId: string;
  readonly almanac: AlmanacReply;
}

/** How often a person finished before and behind each of the others. */
export function Rivals({ poolId, almanac }: RivalsProps) {
  const me = useMe();
  const [person, setPerson] = useState(me.id);
  const query = useQuery(rivalsQuery(poolId, person));
  const others = peopleOf(almanac).filter(({ id }) => id !== me.id);
  const options = [[me.id, 'You'], ...others.map(({ id, name }) => [id, name] as const)] as const;
  return (
    <PanelSection title="Rivals">
      <SelectField label="Rivals of" value={person} options={options} onChange={setPerson} />
      <Loaded query={query} failure="Couldn't load the rivals" skeleton={<Skeleton className="h-72" />}>
        {(reply) => <Duels who={reply.person.id === me.id ? 'you' : reply.person.name} reply={reply} />}
      </Loaded>
    </PanelSection>
  );
}

interface Person {
  readonly id: string;
  readonly name: string;
}

/** Everybody of the almanac by name, also those who play their first season. */
function peopleOf({ years, allTime }: AlmanacReply): readonly Person[] {
  const placed = years.toReversed().flatMap(({ table }) => table.map(({ person: id, name }) => ({ id, name })));
  const people = new Map([...placed, ...allTime.map(({ person }) => person)].map((each) => [each.id, each]));
  return [...people.values()].toSorted(compareNames);
}

function Duels({ who, reply: { rivals } }: { readonly who: string; readonly reply: RivalsReply }) {
  const { shown, button } = useShortened(rivals, 'rivals');
  if (rivals.length === 0) {
    return <p className="text-ink-soft">Rivals show up once there are results to compare.</p>;
  }
  return (
    <>
      <table className="almanac-table">
        <caption className="mb-1 text-left text-sm wrap-anywhere text-ink-soft">
          Times {who} finished ahead–behind; a third number counts ties
        </caption>
        <thead className="label text-ink-soft">
          <tr>
            <th scope="col" className="almanac-name">
              Name
            </th>
            <th scope="col">By week</th>
            <th scope="col">By season</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ person, weeks, seasons }) => (
            <tr key={person.id} className="striped-row">
              <th scope="row" className="almanac-name font-medium">
                {person.name}
              </th>
              <td className={duelLook(weeks)}>{duelText(weeks) ?? '–'}</td>
              <td className={duelLook(seasons)}>{duelText(seasons) ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {button}
    </>
  );
}

/** Green if the person is ahead. */
function duelLook({ before, behind }: RivalsReply['rivals'][number]['weeks']): string {
  return `font-display text-lg ${before > behind ? 'text-turf' : before < behind ? 'text-ink' : 'text-ink-soft'}`;
}
