import type { Clock } from '../../clock.ts';
import { usersWithDevices } from '../../store/push.ts';
import { newsMs } from '../news.ts';
import type { Push } from '../push/push.ts';
import type { Channel, Message } from './channel.ts';
import { laneOf } from './channel.ts';
import { pushOf } from './push-words.ts';

/** So many messages may be under way before more are claimed. */
const MOST_UNDER_WAY = 200;

/** Sends push messages to people's devices. */
export function pushChannel(push: Push, clock: Clock): Channel {
  return {
    name: 'push',
    isOpen: true,
    isChosen: true,
    async reach(db, userIds) {
      const sendTo =
        (userId: string) =>
        ({ news, stands }: Message): void =>
          push.post(laneOf(news), userId, pushOf(news), { ttlMs: newsMs(news, clock), stands });
      return new Map((await usersWithDevices(db, userIds, Date.now())).map((id) => [id, sendTo(id)]));
    },
    ready: () => push.room('scheduled', MOST_UNDER_WAY),
  };
}
