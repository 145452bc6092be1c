import type { DeliveryReply } from '#contract/notify.ts';
import { weekName } from '#core/weeks.ts';

/** What a message was about. */
export function subjectOf({ topic, weekId }: DeliveryReply): string {
  const week = weekId === null ? '' : weekName(weekId);
  const words = {
    test: 'Test',
    'week.opened': `${week} opens`,
    'lock.coming': `${week} is about to lock`,
    'week.decided': `${week} is decided`,
    'leader.changed': `New leader after ${week}`,
  } as const;
  return words[topic];
}

const problems = {
  bad_address: "We can't call this address.",
  closed_address: 'The address leads into a private network, and we never call those.',
  unknown_name: "There's no such host. Check the address.",
  unreachable: "Nothing answers there, or its certificate isn't right.",
  no_answer: 'No answer came. The message may have arrived.',
  interrupted: 'Our server stopped in the middle. The message may have arrived.',
  outdated: 'The result has been corrected since, so it was not sent.',
} as const satisfies Record<NonNullable<DeliveryReply['problem']>, string>;

/** Why a message did not arrive at the last attempt; null where it did, or there was none. */
export function problemOf({ state, status, problem }: DeliveryReply): string | null {
  if (problem !== null) return problems[problem];
  if (status === null || state === 'sent') return null;
  if (status === 410) return "It says it's gone for good (410).";
  if (status === 429) return 'It asks us to wait (429).';
  if (status >= 300 && status < 400) return `It redirects, and we don't follow (${status}).`;
  return `It answered with an error (${status}).`;
}

/** How far a message is. */
export function stateOf({ state, attempts }: DeliveryReply) {
  if (state === 'sent') return { tone: 'good', text: '✓ Arrived' } as const;
  if (state === 'failed') return { tone: 'bad', text: 'Failed' } as const;
  const isAgain = state === 'waiting' && attempts > 0;
  return isAgain ? ({ tone: 'warn', text: 'Trying again' } as const) : ({ tone: 'plain', text: 'On its way' } as const);
}
