import type { almanac as table } from '#contract/almanac.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { almanacOf } from '#core/almanac/almanac.ts';
import { ownRecord } from '#core/almanac/own-record.ts';
import { rivalsOf } from '#core/almanac/rivals.ts';
import type { AlmanacSeason, League } from '#core/almanac/season.ts';
import { cleanName, nameLength } from '#core/names.ts';
import { PROFILE_NAME_MAX } from '#core/validation.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail, invalid } from '#server/platform/http/call.ts';
import type { Snapshot } from '#server/platform/live/live.ts';
import { leagueWith, lineOf, loadAlmanacPlan } from './reads.ts';
import { matchPlayer, saveYear, setFollows } from './store.ts';

type AlmanacHandlers = Pick<Handlers, keyof typeof table>;

export const almanac: AlmanacHandlers = {
  'GET /api/pools/:poolId/almanac': async ({ deps, caller, params: { poolId } }) =>
    almanacOf(await leagueOf(deps, poolId), caller.user.id),

  'GET /api/pools/:poolId/almanac/rivals': async ({
    deps,
    caller: { user },
    params: { poolId },
    query: { person },
  }) => {
    const rivals = rivalsOf(await leagueOf(deps, poolId), person ?? user.id);
    if (rivals === null && person !== undefined) return fail('unknown_person');
    return rivals ?? { person: { id: user.id, name: user.displayName }, rivals: [] };
  },

  'GET /api/pools/:poolId/almanac/own': async ({ deps, caller, params: { poolId } }) =>
    ownRecord(await leagueOf(deps, poolId), caller.user.id),

  'GET /api/pools/:poolId/almanac/chart': async ({ deps, params: { poolId } }) => {
    const [pool] = await lineOf(deps.store.db, poolId);
    const season = pool?.year ? await seasonOf(deps, poolId, pool.year) : null;
    if (season === null) return { weekIds: [], entries: [] };
    const entries = season.entries.map(({ id, ownerId, name, ranks, weekHalves }) => {
      return { id, ownerId, name, ranks: [...ranks], weekHalves: [...weekHalves] };
    });
    return { weekIds: [...season.weekIds], entries };
  },

  'GET /api/pools/:poolId/almanac/plan': ({ deps, caller, params: { poolId } }) =>
    loadAlmanacPlan(deps.store.db, poolId, askerOf(caller)),

  'PUT /api/pools/:poolId/almanac/years': async ({ deps, caller, params: { poolId }, body }) => {
    const places = body.places.map((place) => ({ ...place, name: cleanName(place.name) }));
    const wrong = places.findIndex(({ name }) => nameLength(name) === 0 || nameLength(name) > PROFILE_NAME_MAX);
    if (wrong !== -1) return invalid(`places.${wrong}.name`, `A name has 1 to ${PROFILE_NAME_MAX} characters`);
    return done(deps, poolId, await saveYear(deps.store, actorOf(deps, caller), poolId, { ...body, places }));
  },

  'PUT /api/pools/:poolId/almanac/people/:userId': async ({ deps, caller, params: { poolId, userId }, body }) =>
    done(deps, poolId, await matchPlayer(deps.store, actorOf(deps, caller), poolId, userId, body.personId)),

  'PUT /api/pools/:poolId/almanac/follows': async ({ deps, caller, params: { poolId }, body }) =>
    done(deps, poolId, await setFollows(deps.store, actorOf(deps, caller), poolId, askerOf(caller), body.poolId)),
};

/** The reply to a change. What was read of the pool is dropped if anything was stored. */
function done<Refusal extends ErrorCode>(
  deps: Deps,
  poolId: string,
  outcome: { readonly isChanged: boolean; readonly others?: readonly string[] } | { readonly refusal: Refusal },
) {
  if ('refusal' in outcome) return fail(outcome.refusal);
  const { isChanged, others = [] } = outcome;
  if (isChanged) deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId, ...others] });
  return { ok: true as const };
}

function askerOf({ user }: { readonly user: { readonly id: string; readonly isAdmin: boolean } }) {
  return { userId: user.id, isAdmin: user.isAdmin };
}

/** The seasons of a pool's line, each read once and kept until a change touches it. */
async function leagueOf(deps: Deps, poolId: string): Promise<League> {
  const line = await lineOf(deps.store.db, poolId);
  const seasons: AlmanacSeason[] = [];
  for (const { id, year } of line.toReversed()) {
    const season = year === null ? null : await seasonOf(deps, id, year);
    if (season !== null) seasons.push(season);
  }
  return leagueWith(deps.store.db, line, seasons);
}

/** Parsed once for each snapshot. */
const parsed = new WeakMap<Snapshot, AlmanacSeason | null>();

async function seasonOf(deps: Deps, poolId: string, year: number): Promise<AlmanacSeason | null> {
  const snapshot = await deps.live.read({ kind: 'almanacSeason', poolId, year: String(year) });
  const known = parsed.get(snapshot);
  if (known !== undefined) return known;
  const season = JSON.parse(snapshot.body.toString()) as AlmanacSeason | null;
  parsed.set(snapshot, season);
  return season;
}
