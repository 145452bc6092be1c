import { Icon } from './icon.tsx';

interface ExternalLinkProps {
  readonly to: string;
  readonly text: string;
  readonly className: string;
}

/** A marked link to a page outside of this site, which opens in a new tab. */
export function ExternalLink({ to, text, className }: ExternalLinkProps) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className={className}>
      <span className="flex items-center gap-1.5">
        {text}
        <Icon name="external" label="(opens in a new tab)" className="size-4" />
      </span>
    </a>
  );
}
