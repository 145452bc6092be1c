import { Link } from '#web/lib/navigation.tsx';

/** Says why somebody who runs something cannot do it: their league requires a second factor. */
export function SecondFactorBanner() {
  return (
    <aside aria-label="Second factor" className="bg-amber-wash px-4 py-2 text-center text-sm text-ink">
      This league asks its admins and commissioners for a second factor. Until you have one, you're a member like
      everyone else.{' '}
      <Link to="/profile/security" className="text-blue underline">
        Set it up
      </Link>
    </aside>
  );
}
