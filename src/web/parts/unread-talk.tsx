import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import { usePool } from './pool-context.tsx';
import { poolQuery } from './queries.ts';

/** A mark on the way to the talk of the chosen pool, while something in it is unread. It follows what the page has of the pool. */
export function UnreadTalk() {
  const { pool } = usePool();
  const { data: last } = useQuery({ ...poolQuery(pool?.id ?? ''), enabled: false, select: lastOf });
  if (pool?.readUntil === undefined || last === undefined || last <= pool.readUntil) return null;
  return (
    <span className="label rounded bg-amber-wash px-1.5 text-amber">
      New<span className="sr-only"> messages</span>
    </span>
  );
}

function lastOf({ lastMessage }: PoolReply): number | undefined {
  return lastMessage;
}
