import { useEffect } from 'react';
import { failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { InviteLink, useMakeInvite } from '#web/parts/pool-edit/invite-tools.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface PoolMadeProps {
  readonly id: string;
  readonly name: string;
  /** Whether whoever made it plays in it. */
  readonly plays: boolean;
}

/** What comes after a pool was made: its players, and the first picks. */
export function PoolMade({ id, name, plays }: PoolMadeProps) {
  const { mutate, data, isError, error } = useMakeInvite(id);
  useEffect(() => {
    window.scrollTo(0, 0);
    mutate();
  }, [mutate]);
  return (
    <div className="new-pool">
      <PanelSection title="Invite your players">
        <p className="mb-3 text-ink-soft">Whoever opens this link can join. Send it to your players.</p>
        {data && <InviteLink poolName={name} url={data.url} />}
        {isError && (
          <>
            <Refusal text={failureText(error)} />
            <Button onClick={() => mutate()} className="w-full">
              Make a link
            </Button>
          </>
        )}
        {!data && !isError && <Skeleton className="h-72" />}
      </PanelSection>
      <Link to={plays ? '/picks' : '/pool'} className={`${buttonLook('primary')} w-full text-xl`}>
        {plays ? 'Make your first picks' : 'Go to the pool'}
      </Link>
      <Link to="/pool/manage" className={`${buttonLook('plain')} w-full`}>
        Pool settings
      </Link>
    </div>
  );
}
