import type { PoolListing } from '#contract/pools.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { AskToJoin } from '#web/parts/ask-to-join.tsx';
import { FirstSteps } from '#web/parts/first-steps.tsx';
import { useMayMakePool } from '#web/parts/requester.ts';
import { Screen } from '#web/parts/screen.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';

export interface JoinOptionsProps {
  readonly pools: readonly PoolListing[];
  /** The pool in the header. */
  readonly chosen: PoolListing | null;
}

/** For a person who does not play in the chosen pool: how to join one, or make the first. */
export function JoinOptions({ pools, chosen }: JoinOptionsProps) {
  const me = useMe();
  const mayMake = useMayMakePool();
  const own = pools.some(({ isMember }) => isMember);
  const closed = pools.filter(({ id, isMember }) => !isMember && id !== chosen?.id);
  const listedPools = chosen === null ? closed : [chosen, ...closed];
  return (
    <Screen title={own ? 'This week' : `Welcome, ${me.displayName}`} over="Where champions are made!">
      {pools.length > 0 && <ListedPools pools={listedPools} own={own} />}
      {pools.length > 0 && !own && !me.isAdmin && mayMake && <StartOwnPool />}
      {pools.length === 0 && (me.isAdmin ? <FirstSteps /> : mayMake ? <FirstPool /> : <NoPools />)}
    </Screen>
  );
}

function ListedPools({ pools, own }: { readonly pools: readonly PoolListing[]; readonly own: boolean }) {
  return (
    <section className="max-w-4xl">
      <h2 className="heading text-xl">{own ? 'You are not a member of this pool yet.' : 'Find your pool'}</h2>
      <p className="mt-1 mb-4 text-ink-soft">
        {own
          ? 'Ask to join it, or choose one of your pools in the menu.'
          : 'Ask to join, and a commissioner lets you in. Somebody sent you an invite link? Open it and you are in.'}
      </p>
      <ul className="flex flex-col gap-3">
        {pools.map((pool) => (
          <li key={pool.id} className="panel flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
            <span className="board grid size-12 shrink-0 place-items-center text-led">
              <Icon name="ball" className="size-6" />
            </span>
            <div className="min-w-0 flex-1 basis-48">
              <h3 className="font-display text-lg font-semibold break-words">{pool.name}</h3>
              {pool.description && <p className="text-sm break-words text-ink-soft">{pool.description}</p>}
            </div>
            <div className="flex flex-wrap items-center gap-y-3 sm:gap-x-3">
              <AskToJoin pool={pool} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For a person who finds none of their pools in the list. */
function StartOwnPool() {
  return (
    <section className="mt-6 max-w-4xl">
      <h2 className="heading text-xl">Or start your own</h2>
      <p className="mt-1 mb-4 text-ink-soft">Name it, choose how you play, and send your friends the link.</p>
      <NewPool />
    </section>
  );
}

function FirstPool() {
  return (
    <Notice icon="ball" title="You're not in a pool yet">
      <p>Make one and send your friends the link. Somebody sent you an invite link? Open it and you are in.</p>
      <NewPool />
    </Notice>
  );
}

function NewPool() {
  return (
    <Link to="/pools/new" className={buttonLook('primary')}>
      New Pool
    </Link>
  );
}

function NoPools() {
  return (
    <Notice icon="ball" title="No pools available">
      <p>There are no pools yet. As soon as there is one, you can ask to join it here.</p>
    </Notice>
  );
}
