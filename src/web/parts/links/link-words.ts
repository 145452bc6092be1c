import type { LinkReply, UnlinkReply } from '#contract/entries.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { SEASON } from '#core/money.ts';
import { weekName } from '#core/weeks.ts';

/** What linking an entry to an account would do. @param timeZone the device's own unless it is named */
export function linkLines(reply: LinkReply, timeZone?: string): string[] {
  const { entryName, accountName, way, becomesMember, withdrawn } = reply;
  return [
    ...(way === 'given' ? [`${accountName} gets the entry '${entryName}'.`] : filledLines(reply)),
    ...(becomesMember ? [`${accountName} becomes a member of the pool.`] : []),
    ...(withdrawn > 0 ? [withdrawnText(reply, timeZone)] : []),
  ];
}

function filledLines({ entryName, accountName, intoName, filled, kept }: LinkReply): string[] {
  const gets = filled === 0 ? 'gets no picks' : `is filled with ${picks(filled)} of locked games`;
  const left = kept === 0 ? '' : `; ${kept} ${are(kept)} left out because it has its own`;
  const own = intoName === null || intoName === accountName ? 'entry' : `entry '${intoName}'`;
  return [`${accountName}'s ${own} ${gets}${left}.`, `'${entryName}' leaves the standings.`];
}

function withdrawnText({ accountName, way, withdrawn, nextLock }: LinkReply, timeZone: string | undefined): string {
  const gone = `${picks(withdrawn)} of open games ${are(withdrawn)} withdrawn`;
  if (way === 'filled') return `${gone}. What ${accountName} has picked stays.`;
  if (nextLock === null) return `${gone}.`;
  const what = withdrawn === 1 ? 'it' : 'them';
  const when = `${formatDay(nextLock, timeZone)}, ${formatTime(nextLock, timeZone)}`;
  return `${gone}. ${accountName} has to make ${what} again before ${when}.`;
}

/** That an entry was linked. */
export function linkedText({ entryName, accountName }: LinkReply): string {
  return `${entryName} is linked to ${accountName}`;
}

/** What undoing a link would do. */
export function unlinkLines({ entryName, restored, returned, kept }: UnlinkReply, accountName: string): string[] {
  const stay = kept === 0 ? '' : `; ${kept} changed since then ${kept === 1 ? 'stays' : 'stay'}`;
  return [
    `'${entryName}' is without an account again.`,
    ...(returned + kept > 0
      ? [`${picks(returned)} ${returned === 1 ? 'leaves' : 'leave'} ${accountName}'s entry${stay}.`]
      : []),
    ...(restored > 0 ? [`${picks(restored)} of open games ${are(restored)} back.`] : []),
  ];
}

/** A week or a prize that goes to others. */
export function changeText({ of, what, before, after }: LinkReply['changes'][number]): string {
  if (what === 'winners') return `${weekName(of)}: won by ${after} instead of ${before}`;
  return `Prize of ${of === SEASON ? 'the season' : weekName(of)}: ${after} instead of ${before}`;
}

function picks(count: number): string {
  return count === 1 ? '1 pick' : `${count} picks`;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
