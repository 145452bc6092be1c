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
          <p>This pool has no weeks yet. Choose the ones that count, and players can start picking.</p>
          <Link to={`/admin/pools/edit/${poolId}`} className={buttonLook('primary')}>
            Choose weeks
          </Link>
        </>
      ) : (
        <p>This pool has no weeks yet. They show up here once an admin adds them.</p>
      )}
    </Notice>
  );
}
