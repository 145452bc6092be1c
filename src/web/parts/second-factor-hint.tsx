import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';

/** Asks those who run something for a second factor, until they have one. */
export function SecondFactorHint() {
  const { secondFactor } = useMe();
  if (secondFactor !== null) return null;
  return (
    <p className="mt-4 text-sm text-ink-soft">
      You run this for others: protect your account with a{' '}
      <Link to="/profile/security" className="text-blue underline">
        second factor
      </Link>
      .
    </p>
  );
}
