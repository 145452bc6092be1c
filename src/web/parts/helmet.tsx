import { useState } from 'react';
import { helmetPath } from '#core/teams.ts';
import type { Side } from '#core/types.ts';

interface HelmetProps {
  readonly team: string;
  readonly side: Side;
  /** Sets the size; the picture is wider than it is high. */
  readonly className: string;
}

/**
 * A team's helmet. The team's name is always beside it, so the picture has no text of its own; if it can't be loaded, the name is shown.
 */
export function Helmet({ team, side, className }: HelmetProps) {
  const path = helmetPath(team, side);
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === path) {
    return (
      <span aria-hidden="true" className={`board led grid place-items-center text-2xl ${className}`}>
        {team}
      </span>
    );
  }
  return (
    <img
      src={path}
      alt=""
      width={128}
      height={112}
      decoding="async"
      loading="lazy"
      draggable={false}
      onError={() => setBroken(path)}
      className={`object-contain ${className}`}
    />
  );
}
