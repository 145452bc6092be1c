import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Shown for a pool without weeks. */
export function NoWeeks({ poolId }: { readonly poolId: string }) {
  const { isAdmin } = useMe();
  return (
    <Notice icon="ball" title="The season has not begun">
      {isAdmin ? (
        <>
          <p>This pool has no weeks yet. Choose those that count, and its players can pick.</p>
          <Link to={`/admin/pools/edit/${poolId}`} className={buttonLook('primary')}>
            Choose weeks
          </Link>
        </>
      ) : (
        <p>This pool has no weeks yet. They show here as soon as an admin opens them.</p>
      )}
    </Notice>
  );
}
