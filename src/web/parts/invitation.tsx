import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Invitation } from '#contract/members.ts';
import { asksFor } from '#core/formats/traits.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { pricesOf } from '#core/money.ts';
import { poolKind } from '#core/rules/pool-kind.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import './invitation.css';

/** What an invite link leads to. @param userId of the viewer, since members see more; null if nobody is signed in */
export function invitationQuery(token: string, userId: string | null) {
  return queryOptions({
    queryKey: ['invitation', token, userId],
    queryFn: ({ signal }) => call('POST /api/invites/find', { body: { token } }, signal),
    meta: { failure: 'Error fetching the invitation' },
  });
}

/** Whether an invite link is invalid or was revoked. */
export function isDeadInvite(error: unknown): boolean {
  return error instanceof ApiError && ['invite_not_found', 'invalid_input'].includes(error.code);
}

/** The texts for such a link. */
export const deadInvite = {
  title: "This invite link doesn't work anymore.",
  text: 'Ask a commissioner of the pool for a new one.',
} as const;

/** The token of the invitation that the person signed in from. Kept in memory only, so that no link can claim it. */
let acceptedToken: string | null = null;

/** Records that the person reads an invitation and signs in or up to join its pool; null once they have joined. */
export function acceptInvitation(token: string | null): void {
  acceptedToken = token;
}

/** Whether the person signed in to join, so they need not be asked again. */
export function isAccepted(token: string): boolean {
  return acceptedToken === token;
}

/** What kind of pool it is, and in a survivor pool how many teams are chosen. */
export function formatText({
  format,
  useSpread,
  twoTeamsFrom,
}: Pick<PoolRules, 'format' | 'useSpread' | 'twoTeamsFrom'>): string {
  const kind = poolKind({ format, useSpread });
  if (!asksFor('team', { format })) return kind;
  if (twoTeamsFrom === 1) return `${kind}: two teams a week`;
  return `${kind}: one team a week${twoTeamsFrom > 1 ? `, two from Week ${twoTeamsFrom}` : ''}`;
}

/** What a person may know of a pool before they join it. */
export type InvitedPool = Omit<Invitation, 'nextLock' | 'members' | 'poolId'>;

interface InvitationBoardProps {
  /** A preview has no next lock, and before the pool exists no members. */
  readonly invitation: InvitedPool & Partial<Pick<Invitation, 'nextLock' | 'members'>>;
  readonly heading?: 'h1' | 'h3';
  /** Leads to the rules where they are out of sight. On wide screens they stand beside the card. */
  readonly onSeeRules?: () => void;
}

/** The card of an invitation. What follows it is in `rulebook/pool-terms.tsx`. */
export function InvitationBoard({ invitation, heading: Heading = 'h1', onSeeRules }: InvitationBoardProps) {
  const { poolName, invitedBy, members, rules, games, weeks, plan, nextLock } = invitation;
  return (
    <div className="board mb-3 w-full px-4 py-3 text-left">
      {onSeeRules && (
        <button
          type="button"
          onClick={onSeeRules}
          className="float-right ml-3 min-h-11 text-board-ink underline lg:hidden"
        >
          See the rules
        </button>
      )}
      <p className="text-sm break-words text-board-soft">
        {invitedBy === null ? 'You are invited to' : `${invitedBy} invites you to`}
      </p>
      <Heading className="heading text-2xl break-words text-board-ink">{poolName}</Heading>
      <dl className="invitation-facts mt-2 text-board-ink">
        <Fact name="Format">{formatText(rules)}</Fact>
        {weeks !== undefined && <Fact name="Weeks">{weeks}</Fact>}
        {members !== undefined && <Fact name="Members">{members}</Fact>}
        {games !== undefined && <Fact name="Games">{games}</Fact>}
        {rules.entries > 1 && <Fact name="Entries">Up to {rules.entries} each</Fact>}
        {[...pricesOf(plan, rules)].map(([name, price]) => (
          <Fact key={name} name={name}>
            {price}
          </Fact>
        ))}
        {nextLock !== undefined && (
          <Fact name="Next lock">{nextLock === null ? 'No game yet' : <Moment at={nextLock} />}</Fact>
        )}
      </dl>
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt className="label text-board-soft">{name}</dt>
      <dd className="font-display text-lg leading-tight">{children}</dd>
    </div>
  );
}

/** Between the kick-off of a game and its lock, the moment has passed. */
function Moment({ at }: { readonly at: number }) {
  const isPast = useClock((now) => now >= at);
  if (isPast) return 'At any moment';
  return (
    <>
      <span className="inline-block">{formatDay(at)},</span> <span className="inline-block">{formatTime(at)}</span>
    </>
  );
}
