import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { buttonLook } from '#web/ui/button.tsx';

/** Shown to a person who runs a pool without playing in it. */
export function Spectator() {
  const { isAdmin } = useMe();
  return (
    <section className="board bolts flex flex-col gap-5 p-5 sm:p-7 lg:col-span-2">
      <div>
        <h2 className="label text-board-soft">Your role</h2>
        <p className="led mt-1 text-4xl leading-tight sm:text-5xl">Commissioner</p>
        <p className="mt-3 text-board-ink">
          You run this pool but don't play in it.{' '}
          {isAdmin ? 'Add yourself to its users to make picks.' : 'Open its invite link to make picks.'}
        </p>
      </div>
      <div className="mt-auto flex flex-wrap gap-3">
        <Link to="/matchup" className={`${buttonLook('primary')} text-xl max-sm:flex-1`}>
          MatchUp
        </Link>
        <Link to="/pool/manage" className={`${buttonLook('plain')} text-xl max-sm:flex-1`}>
          Manage the pool
        </Link>
      </div>
    </section>
  );
}
