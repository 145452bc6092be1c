/**
 * Versions up to 8037915 have members and no entries. Here is how they are asked, and what they would have answered to a member with one
 * entry. Once no such version is compared any more, this file goes: `record.ts` takes `entryIdOf` from `../entry-ids.ts`, and the paths of
 * links from the contract.
 */
import type { OwnEntry } from '#contract/entries.ts';
import { routeTable } from '#contract/index.ts';

const hasEntries = 'GET /api/pools/:poolId/entries' in routeTable;

/** What stands for somebody in a pool. */
export function entryIdOf(poolId: string, userId: string): string {
  return hasEntries ? `${poolId}:${userId}` : userId;
}

/** Where an entry is linked to an account, and where that is undone. */
export function linkPaths(entryId: string, userId: string): readonly [link: string, undo: string] {
  const ofPerson = `/api/admin/players/${entryId}/link/${userId}`;
  const ofEntry = `/api/entries/${entryId}/link`;
  return hasEntries ? [`${ofEntry}/${userId}`, ofEntry] : [ofPerson, ofPerson];
}

/** What is told in another way, or besides, and why; `#` and a number is an id. */
const changes: readonly (readonly [RegExp, string])[] = [
  // Rows are of entries, and say whose they are.
  [/,"ownerId":"#\d+"|,"isFirst":true/g, ''],
  [/"entryIds":\[[^\]]*\],"ownerIds"/g, '"userIds"'],
  [/"entries":(?=\[[^\]]*"joinedAt")/g, '"members":'],
  [/"entries":(?=\[[^\]]*"isPlaying")/g, '"people":'],
  [/"isPlaying"/g, '"isMember"'],
  [/("canRemind":\w+,)"entries"/g, '$1"players"'],
  [/"entry":(?=\{"id")/g, '"player":'],
  [/entry_not_found","message":"[^"]*"/g, 'player_not_found","message":"Player not found"'],
  // The rule.
  [/("format":"\w+"),"entries":1/g, '$1'],
  // Those who run a pool read whose entries there are.
  [/,"entries":\[(\{"id":"#\d+","name":"[^"]*"\},?)*\]/g, ''],
  // An entry is linked, no longer a player.
  [/,"entryId":"#\d+"|,"linked":(null|\{[^}]*\})/g, ''],
  // Somebody without an entry, who only runs a survivor pool, has used no team and cannot be out.
  [/^((?:page of admin|admin GET \S+\/picks) .*?),?"used":\{\}(,"outWeekId":"[^"]*")?/g, '$1'],
];
/** Calls of one of the versions only: own entries and links. */
const ofOneVersion = /^\w+ (GET|POST|DELETE) \S+\/(entries|links?)\b/;
/** Once there is a link, logs differ: it is a record of an entry, and the pool's log tells it to the members. */
const log = /^\w+ GET \S+\/(audit|log)\b/;
const link = /^\w+ POST \S+\/link\b/;
const owned = /"id":"(#\d+:#\d+)","ownerId":"(#\d+)"/g;
const ownEntries = /^(page of \w+) \{"kind":"entries","poolId":("[^"]+")\} (\w+) (.*)$/;

interface Held {
  readonly head?: { readonly entries: readonly OwnEntry[] };
  readonly rows?: Record<string, { readonly key: string; readonly entryId: string; readonly gid: string }>;
}

/** A recording as one of a version without entries, by lines. */
export function asBefore(lines: readonly string[]): string[] {
  let week = '';
  let isLinked = false;
  const owners = new Map<string, string>();
  return lines.flatMap((line) => {
    isLinked ||= link.test(line);
    if (ofOneVersion.test(line) || (isLinked && log.test(line))) return [];
    week = /^--- ([\w-]+),/.exec(line)?.[1] ?? week;
    for (const [, id = '', owner = ''] of line.matchAll(owned)) owners.set(id, owner);
    const ofOwners = ownPicks(line, week).replaceAll(/#\d+:(#\d+)/g, (id, person) => owners.get(id) ?? person);
    return [changes.reduce((text, [from, to]) => text.replaceAll(from, to), ofOwners)];
  });
}

/** A page holds the own entries of a pool. It held the own picks of a week. */
function ownPicks(line: string, week: string): string {
  const [, page, poolId, refusal, state = ''] = ownEntries.exec(line) ?? [];
  if (page === undefined) return line;
  const picks = JSON.stringify(ofWeek(JSON.parse(state), week));
  return `${page} {"kind":"picks","poolId":${poolId},"weekId":"${week}"} ${refusal} ${picks}`;
}

/** The own picks of a week among the own entries. */
function ofWeek({ head, rows }: Held, week: string): object {
  if (head === undefined || rows === undefined) return {};
  const { guesses, weeks, used, outWeekId } = head.entries[0] ?? {};
  const guess = guesses?.[week];
  const entry = weeks?.[week];
  const picks = Object.values(rows).filter(({ gid }) => gid.startsWith(`${week}-`));
  return {
    head: {
      ...(guess && { guess }),
      ...(entry && { entry }),
      ...(used && { used: used[week] ?? {} }),
      ...(outWeekId && { outWeekId }),
    },
    rows: Object.fromEntries(picks.map(({ key: _, entryId: __, ...pick }) => [pick.gid, pick])),
  };
}
