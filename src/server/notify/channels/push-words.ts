import { createHash } from 'node:crypto';
import { pathInPool } from '#core/pools.ts';
import type { PushMessage } from '#core/push.ts';
import { recapPath } from '#core/recap/place.ts';
import { CORRECTED } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';
import type { News } from '../news.ts';
import { entryToPick, lockText, missingText } from '../words.ts';

/** News as a push message. A newer one about the same thing replaces the one before. */
export function pushOf(news: News): PushMessage {
  const { kind, poolId, poolName } = news;
  switch (kind) {
    case 'missing-picks': {
      const { weekId, nextLock } = news;
      const lock = lockText(news);
      const body = `${weekName(weekId)}: ${missingText(news)}.${lock ? ` Next lock: ${lock.day}, ${lock.time}.` : ''}`;
      return {
        title: poolName,
        body,
        path: pathInPool('/picks', poolId, entryToPick(news)),
        tag: `${kind} ${poolId} ${weekId} ${nextLock}`,
      };
    }
    case 'week-result': {
      const { weekId, own, all, isCorrection } = news;
      return {
        title: poolName,
        body: `${isCorrection ? CORRECTED : ''}${all} ${own[0]}`,
        path: pathInPool(recapPath(weekId), poolId),
        tag: `${kind} ${poolId} ${weekId}`,
      };
    }
    case 'announcement':
      return {
        title: `News from ${poolName}`,
        body: news.text,
        path: pathInPool('/', poolId),
        tag: `${kind} ${poolId} ${digest(news.text)}`,
      };
    case 'mention': {
      const tag = `${kind} ${poolId} ${digest(`${news.by} ${news.text}`)}`;
      return {
        title: `${news.by} mentioned you in ${poolName}`,
        body: news.text,
        path: pathInPool('/pool/talk', poolId),
        tag,
      };
    }
  }
}

/** Keeps the tag short: it must not repeat the text. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
