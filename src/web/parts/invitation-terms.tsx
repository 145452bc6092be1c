import type { RefObject } from 'react';
import { useId } from 'react';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import type { PoolTermsProps } from './rulebook/pool-terms.tsx';

/** The texts of the rules are large, and joining doesn't wait for them. */
const PoolTerms = lazyScreen<PoolTermsProps>(
  () =>
    import('./rulebook/pool-terms.tsx').then(
      (module) => module.PoolTerms,
      (error: unknown) => {
        console.error('Error loading the rules of the invitation', error);
        return TermsMissing;
      },
    ),
  <Skeleton className="h-64" />,
);

function TermsMissing() {
  return <p>Couldn't load the rules. Reload the page to see them.</p>;
}

interface InvitationTermsProps extends PoolTermsProps {
  /** Where `seeTerms` leads. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
}

/** What a person reads before they join. It stands last on its page: nothing moves when its texts arrive. */
export function InvitationTerms({ pool, heading }: InvitationTermsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel mt-3 p-5">
      <h2 ref={heading} id={id} tabIndex={-1} className="heading mb-3 scroll-mt-20 text-2xl">
        How it's played
      </h2>
      <PoolTerms pool={pool} />
    </section>
  );
}

/** Leads to the terms. The address stays as it is, since the token of the invitation is in its fragment. */
export function seeTerms(heading: HTMLHeadingElement | null): void {
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
