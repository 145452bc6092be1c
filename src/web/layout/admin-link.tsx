import { admits } from '#core/permissions.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';

interface AdminLinkProps {
  readonly className: string;
  readonly onClick?: () => void;
}

/** Leads admins to the admin panel. */
export function AdminLink(props: AdminLinkProps) {
  if (!admits('admin', { user: useMe(), isMember: false, isCommissioner: false })) return null;
  return (
    <Link to="/admin" {...props}>
      Admin
    </Link>
  );
}
