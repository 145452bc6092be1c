import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { OPENED_HERE } from '#web/parts/why/opened-here.ts';

interface WhyLinkProps {
  readonly playerId: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Asks why somebody has their place. */
export function WhyLink({ playerId, ...rest }: WhyLinkProps) {
  return <Link to={`/?why=${playerId}`} state={OPENED_HERE} aria-haspopup="dialog" title="Why?" {...rest} />;
}
