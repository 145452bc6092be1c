import { admits } from '#core/permissions.ts';
import { Link } from '#web/lib/navigation.tsx';
import { buttonLook } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useRequester } from './requester.ts';

/** Shown for a pool without weeks. */
export function NoWeeks() {
  const mayAdd = admits('commissioner', useRequester());
  return (
    <Notice icon="ball" title="This pool has no weeks yet">
      {mayAdd ? (
        <>
          <p>Choose the ones that count, and players can start picking.</p>
          <Link to="/pool/manage/weeks" className={buttonLook('primary')}>
            Choose weeks
          </Link>
        </>
      ) : (
        <p>They show up here once a commissioner adds them.</p>
      )}
    </Notice>
  );
}
