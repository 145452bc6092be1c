import { Link } from '#web/lib/navigation.tsx';
import { Logo } from './logo.tsx';

export function Wordmark() {
  return (
    <Link to="/" className="flex items-center gap-2.5 rounded-lg">
      <Logo />
      <span className="leading-none">
        <span className="block font-display text-2xl leading-7 font-bold tracking-tight">
          Pick<span className="text-amber">'</span>em
        </span>
        <span className="block font-display text-xs leading-4 whitespace-nowrap text-ink-soft lg:max-xl:hidden">
          Where champions are made!
        </span>
      </span>
    </Link>
  );
}
