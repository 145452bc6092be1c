import { Link } from '#web/lib/navigation.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface BackLinkProps {
  readonly to: string;
  readonly text: string;
}

/** Over the heading of a page that belongs to another: the way back to it. */
export function BackLink({ to, text }: BackLinkProps) {
  return (
    <Link to={to} className="-my-3.5 -ml-1 inline-flex min-h-11 items-center rounded-sm">
      <Icon name="chevronLeft" className="size-4" />
      {text}
    </Link>
  );
}
