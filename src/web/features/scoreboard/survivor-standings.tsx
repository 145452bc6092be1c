import { useRef } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply, Survival } from '#contract/standings.ts';
import { medal } from '#core/standings.ts';
import { weekName } from '#core/weeks.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { SharePicture } from '#web/parts/picture/share-picture.tsx';
import { RecapLink } from '#web/parts/recap-link.tsx';
import { boughtBackText } from '#web/parts/survivor/buy-back-words.ts';
import { CanBuyBack } from '#web/parts/survivor/can-buy-back.tsx';
import { Lives } from '#web/parts/survivor/lives.tsx';
import { winsHeading } from '#web/parts/survivor/rule-texts.ts';
import { winOf, winText } from '#web/parts/survivor/win.ts';
import { Why, whyMark } from '#web/parts/why/why.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { FoundNote, MemberSearchField, useMemberSearch } from './member-search.tsx';
import { RankMark } from './rank-mark.tsx';
import './survivor-standings.css';

export interface SurvivorStandingsProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
}

/** The entries that are alive, with their lives; then the eliminated ones, the latest first. */
export function SurvivorStandings({ pool, standings }: SurvivorStandingsProps) {
  const { rows, finishedWeeks, survivors = [] } = standings;
  const me = useMe();
  const area = useRef<HTMLElement>(null);
  const alive = rows.filter(({ survival }) => survival !== undefined && survival.lives > 0);
  const winners = rows.filter(({ id }) => survivors.includes(id));
  const search = useMemberSearch(rows);
  return (
    <>
      <div className="survivor-cards">
        <section className="board p-4">
          <h2 className="label text-board-soft">Still in</h2>
          <p className="led text-5xl">
            <Digits value={alive.length} /> <span className="text-xl text-board-soft">of {rows.length}</span>
          </p>
        </section>
        <section className="board p-4">
          <h2 className="label text-board-soft">{winners.length > 1 ? 'Winners' : 'Winner'}</h2>
          <p className="flex min-w-0 items-center gap-2 font-display text-xl font-semibold">
            <Icon name="trophy" className="size-7 text-led" />
            <span className="min-w-0 break-words">
              {winners.map(({ name }) => name).join(', ') || 'Not decided yet'}
            </span>
          </p>
        </section>
      </div>
      <div className="board-tools no-print mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-1">
        <RecapLink finishedWeeks={finishedWeeks} />
        <SharePicture
          make={({ standingsPicture }) => standingsPicture({ pool: pool.name, standings, viewer: me.id })}
          className="-mx-2.5 text-turf"
        />
        <MemberSearchField search={search} />
      </div>
      <section ref={area} aria-label="Leaderboard" className="standings panel survivor-standings mt-2">
        <table>
          <thead className="standings-head">
            <tr>
              <th scope="col">Rank</th>
              <th scope="col" className="text-left">
                Player
              </th>
              <th scope="col">Lives</th>
              <th scope="col">{winsHeading(pool.rules)}</th>
            </tr>
          </thead>
          <tbody>
            {search.shown.map(({ id, ownerId, name, rank, survival }) => {
              const win = winOf({ survivors }, id);
              return (
                <tr
                  key={id}
                  className={`${ownerId === me.id ? 'own-row' : 'striped-row'} ${survival?.outWeekId && win === null ? 'gone' : ''}`}
                >
                  <td>
                    <button type="button" {...whyMark(id, null)} className="min-h-11">
                      <RankMark rank={rank} medal={win === null ? null : medal(rank)} isLast={false} />
                    </button>
                  </td>
                  <th scope="row" className="text-left font-medium">
                    <span className="flex items-center gap-2">
                      <span className="min-w-0 break-words">{name}</span>
                      {ownerId === me.id && (
                        <span className="label shrink-0 rounded bg-turf-fill px-1.5 text-white">YOU</span>
                      )}
                    </span>
                    {survival && <BuyBacks survival={survival} rules={pool.rules} />}
                  </th>
                  <td>
                    <button type="button" {...whyMark(id, null)} className="min-h-11">
                      {survival?.outWeekId ? (
                        <span className="text-sm">
                          {win === null ? `Out in ${weekName(survival.outWeekId)}` : winText[win]}
                        </span>
                      ) : (
                        <Lives left={survival?.lives ?? 0} of={pool.rules.lives} />
                      )}
                    </button>
                  </td>
                  <td className="font-display text-2xl font-semibold text-amber">{survival?.wins}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <FoundNote search={search} />
        <Why poolId={pool.id} usual={null} area={area} />
      </section>
    </>
  );
}

/** Below the name of an entry: until when it can be bought back, or that it was. */
function BuyBacks({ survival, rules }: { readonly survival: Survival } & Pick<PoolReply, 'rules'>) {
  const { boughtBack = [], mayBuyBack } = survival;
  const look = 'block text-xs font-normal text-ink-soft';
  if (mayBuyBack) return <CanBuyBack survival={survival} rules={rules} className={look} />;
  return boughtBack.length > 0 && <span className={look}>{boughtBackText(boughtBack)}</span>;
}
