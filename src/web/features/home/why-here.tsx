import type { ReactNode } from 'react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { lazyPart } from '#web/lib/lazy.tsx';
import { useSearchValue } from '#web/lib/navigation.tsx';
import { OPENED_HERE } from '#web/parts/why/opened-here.ts';
import type { WhySheetProps } from '#web/parts/why/why-sheet.tsx';

/** By two steps: what the sheet needs would be a long list in a part of the first screen. */
const WhyAnswer = lazyPart<WhySheetProps>(async () => (await import('#web/parts/why/why-answer.tsx')).WhyAnswer);

/** Why somebody has their place, where the address asks. */
export function WhyHere({ poolId }: { readonly poolId: string }) {
  const isAsked = useSearchValue('why') !== undefined;
  return <Suspense>{isAsked && <WhyAnswer poolId={poolId} usual={null} />}</Suspense>;
}

interface WhyLinkProps {
  readonly playerId: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Asks why somebody has their place. */
export function WhyLink({ playerId, ...rest }: WhyLinkProps) {
  return <Link to={`/?why=${playerId}`} state={OPENED_HERE} aria-haspopup="dialog" title="Why?" {...rest} />;
}
