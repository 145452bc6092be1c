import type { LeftOut } from '#core/firebase/tree.ts';
import { formatPoints } from '#core/scoring.ts';
import { parseWeekId, weekName } from '#core/weeks.ts';
import type { Standing } from './firebase-people.ts';
import type { FirebasePlan, PoolPlan } from './firebase-plan.ts';
import { count } from './options.ts';

/** A reason that leaves out more than this many things is shown with the first of them only. */
const SHOWN_OF_ALL = 20;
const SHOWN_OF_MANY = 5;

/** What an import from Firebase comes to, in sentences for a commissioner. A dry run shows the same. */
export function reportLines(plan: FirebasePlan): string[] {
  const { people, pools, missing, foundGames } = plan;
  const everybody = [...people.people.values()];
  const unverified = everybody.flatMap(({ unverifiedEmail }) => unverifiedEmail ?? []);
  const admins = everybody.flatMap(({ isAdmin, displayName }) => (isAdmin ? [displayName] : []));
  return [
    peopleLine(plan),
    ...listed('Players whose address has an account here that never verified it, and gets nothing', unverified),
    ...listed('Admins of the old system who are not made admins', people.formerAdmins),
    ...listed('Admins now', admins),
    `Games: ${foundGames} found here, ${missing.length} added.`,
    ...otherResultLines(plan),
    `Pools: ${pools.length}, ${pools.filter(({ pool }) => pool === null).length} of them new.`,
    ...pools.flatMap(poolLines),
    ...differenceLines(plan),
    ...leftOutLines(plan.leftOut),
  ];
}

function peopleLine({ people: { people } }: FirebasePlan): string {
  const standings: Readonly<Record<Standing, string>> = {
    'imported before': 'imported before',
    'account found': 'with an account here',
    'new account': 'with a new account',
    'player without an account': 'as players without an account',
  };
  const groups = Map.groupBy(people.values(), ({ standing }) => standing);
  const parts = Object.entries(standings).map(([standing, words]) => {
    return `${groups.get(standing as Standing)?.length ?? 0} ${words}`;
  });
  return `Users: ${people.size}. ${parts.join(', ')}.`;
}

function otherResultLines({ otherResults }: FirebasePlan): string[] {
  return otherResults.map(({ old: { weekId, fields }, ours }) => {
    const here = ours.status === 'Final' ? `${ours.awayScore}-${ours.homeScore}` : ours.status;
    return `${ours.away} at ${ours.home}, ${weekText(weekId)}: ${fields.awayScore}-${fields.homeScore} in the export, ${here} here. Ours stays.`;
  });
}

function poolLines({ old, pool, members, weeks, picks, counts }: PoolPlan): string[] {
  const unchanged = counts.all - picks.length - counts.kept;
  const parts = [
    `${count(old.members.size, 'member')} (${members.size} to write)`,
    `${count(old.weeks.size, 'week')} (${weeks.size} to write)`,
    `${count(counts.all, 'pick')} (${picks.length} to write, ${unchanged} unchanged)`,
  ];
  const name = `Pool '${old.name}'${pool === null ? ' (new)' : ''}`;
  return [
    `${name}: ${parts.join(', ')}.`,
    ...(counts.bus > 0 ? [`  Entered by an admin, and imported as plain picks: ${counts.bus}.`] : []),
    ...(counts.kept > 0 ? [`  Kept as players or admins made them here: ${counts.kept}.`] : []),
  ];
}

/** Every score that differs, with both numbers. */
function differenceLines({ pools, people: { people } }: FirebasePlan): string[] {
  const lines = pools.flatMap(({ old, differences }) =>
    differences.map(({ uid, weekId, score, halves }) => {
      const name = people.get(uid)?.displayName ?? uid;
      return `  ${old.name}, ${name}, ${weekText(weekId)}: ${score} in the export, ${formatPoints(halves)} by its picks and games`;
    }),
  );
  return lines.length === 0
    ? ['Old scores that differ from what picks and games come to: none.']
    : [`Old scores that differ from what picks and games come to, and are not imported: ${lines.length}.`, ...lines];
}

/** Everything that is left out, by reason. */
function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  if (leftOut.length === 0) return ['Nothing was left out.'];
  const reasons = [...Map.groupBy(leftOut, ({ reason }) => reason)];
  const lines = reasons.flatMap(([reason, all]) => {
    const shown = all.length > SHOWN_OF_ALL ? all.slice(0, SHOWN_OF_MANY) : all;
    const more = all.length > shown.length ? [`    … and ${all.length - shown.length} more`] : [];
    return [`  ${reason} (${all.length})`, ...shown.map(({ path }) => `    ${path}`), ...more];
  });
  return [`Left out: ${leftOut.length}.`, ...lines];
}

function listed(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${names.join(', ')}.`];
}

function weekText(weekId: string): string {
  const season = parseWeekId(weekId)?.season;
  return season ? `${weekName(weekId)} of ${season}` : weekName(weekId);
}
