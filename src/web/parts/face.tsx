import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faceColor, initialsOf } from '#core/faces/faces.ts';
import { addressOf, call } from '#web/lib/api.ts';
import { usePool } from './pool-context.tsx';
import './face.css';

/** In a list, in a line of text, or alone. */
type FaceSize = 'list' | 'line' | 'large';

const looks: Readonly<Record<FaceSize, string>> = { list: 'face', line: 'face face-line', large: 'face face-large' };

interface FaceProps {
  readonly userId: string;
  readonly name: string;
  /** The address of the picture; null without one. */
  readonly src: string | null;
  readonly size?: FaceSize;
}

/** A person's picture, or their initials on their color. The name is always beside it, so it has no text of its own. */
export function Face({ userId, name, src, size = 'list' }: FaceProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src === null || src === broken) {
    const style = { backgroundColor: faceColor(userId) };
    return <span aria-hidden="true" data-initials={initialsOf(name)} className={looks[size]} style={style} />;
  }
  return (
    <img
      src={src}
      alt=""
      width={32}
      height={32}
      decoding="async"
      loading="lazy"
      draggable={false}
      onError={() => setBroken(src)}
      className={looks[size]}
    />
  );
}

/** The keys of all queries of pools' pictures begin with this. */
export const FACES_KEY = ['faces'] as const;

/** Who in a pool has a picture. */
export function facesQuery(poolId: string) {
  return queryOptions({
    queryKey: [...FACES_KEY, poolId],
    queryFn: ({ signal }) => call('GET /api/pools/:poolId/faces', { params: { poolId } }, signal),
    meta: { failure: 'Error fetching the pictures of a pool' },
  });
}

/** The face of somebody in the chosen pool. */
export function PoolFace(props: Omit<FaceProps, 'src'>) {
  const { pool } = usePool();
  const poolId = pool?.id ?? '';
  const { userId } = props;
  const { data } = useQuery({ ...facesQuery(poolId), enabled: poolId !== '' });
  const version = data?.faces.find((face) => face.userId === userId)?.version;
  const src =
    version === undefined
      ? null
      : addressOf('GET /api/pools/:poolId/faces/:userId', { params: { poolId, userId }, query: { v: version } });
  return <Face {...props} src={src} />;
}
