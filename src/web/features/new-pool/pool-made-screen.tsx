import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useParams } from 'wouter';
import type { PoolEditReply } from '#contract/pools.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { NOBODY_JOINS } from '#core/rules/words.ts';
import { failureText } from '#web/lib/api.ts';
import { Link, Redirect } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { InviteLink, useMakeInvite } from '#web/parts/pool-edit/invite-tools.tsx';
import { poolEditQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import './new-pool.css';

const TITLE = 'New Pool';

/** The next steps after a pool was made, for those who run it. */
export function PoolMadeScreen() {
  const { poolId = '' } = useParams();
  const { isAdmin } = useMe();
  const { pools, status } = usePool();
  const listed = pools.find(({ id }) => id === poolId);
  const runs = listed !== undefined && (isAdmin || listed.isCommissioner);
  const pool = useQuery({ ...poolEditQuery(poolId), enabled: runs });
  if (status === 'ready' && !runs) return <Redirect path="/" />;
  const name = pool.data?.settings.name;
  return (
    <Screen title={name === undefined ? TITLE : `${name} is ready`} over={name !== undefined && TITLE}>
      <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-144" />}>
        {(loaded) => <PoolMade pool={loaded} plays={listed?.isMember ?? false} />}
      </Loaded>
    </Screen>
  );
}

interface PoolMadeProps {
  readonly pool: PoolEditReply;
  /** Whether the person plays in it. */
  readonly plays: boolean;
}

/** Its players, and the first picks. */
function PoolMade({ pool: { id, invite, settings }, plays }: PoolMadeProps) {
  const { name, rules } = settings;
  const { mutate, data: made = null, isIdle, isError, error } = useMakeInvite(id);
  const isToMake = invite === null && isIdle;
  useEffect(() => {
    if (isToMake) mutate();
  }, [isToMake, mutate]);
  const link = invite ?? made;
  return (
    <div className="new-pool">
      <PanelSection title="Invite your players">
        <p className="mb-3 text-ink-soft">
          Anyone who opens this link can join. Send it to your players.
          {traitsOf(rules).closesAtStart && ` ${NOBODY_JOINS}`}
        </p>
        {link !== null && <InviteLink poolName={name} url={link.url} />}
        {isError && (
          <>
            <Refusal text={failureText(error)} />
            <Button onClick={() => mutate()} className="w-full">
              Make a link
            </Button>
          </>
        )}
        {link === null && !isError && <Skeleton className="h-72" />}
      </PanelSection>
      <Step poolId={id} to={plays ? '/picks' : '/pool'} className={`${buttonLook('primary')} w-full text-xl`}>
        {plays ? 'Make your first picks' : 'Go to the pool'}
      </Step>
      {rules.slate === 'chosen' && (
        <Step poolId={id} to="/pool/manage/weeks" className={`${buttonLook('plain')} w-full`}>
          Choose games
        </Step>
      )}
      <div className="flex flex-wrap gap-3 *:flex-auto">
        <Step poolId={id} to="/pool/rules" className={buttonLook('plain')}>
          Rules
        </Step>
        <Step poolId={id} to="/pool/money" className={buttonLook('plain')}>
          Fees and prizes
        </Step>
        <Step poolId={id} to="/pool/manage" className={buttonLook('plain')}>
          Pool settings
        </Step>
      </div>
    </div>
  );
}

interface StepProps {
  readonly poolId: string;
  readonly to: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link to a screen of the chosen pool, which may be another one by now. */
function Step({ poolId, ...link }: StepProps) {
  const { select } = usePool();
  return <Link {...link} onClick={() => select(poolId)} />;
}
