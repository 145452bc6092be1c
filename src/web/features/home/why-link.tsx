import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { OPENED_HERE } from '#web/parts/why/opened-here.ts';

interface WhyLinkProps {
  readonly entryId: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Asks why an entry has its place. */
export function WhyLink({ entryId, ...rest }: WhyLinkProps) {
  return <Link to={`/?why=${entryId}`} state={OPENED_HERE} aria-haspopup="dialog" title="Why?" {...rest} />;
}
