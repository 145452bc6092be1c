/** The kinds of hooks: one app each, with the format of its addresses and messages. */
import { defused } from '#core/defused.ts';
import { receiptText } from '#core/receipts/receipts.ts';
import type { Halves } from '#core/scoring.ts';
import { formatPoints } from '#core/scoring.ts';
import { CORRECTED } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';
import type { HookNews, NewsFormat, NewsPool, Users } from './news.ts';
import { sentence } from './news.ts';

/** The facts about a kind. */
interface Kind {
  /** The name of its hooks, and the choice to add one. */
  readonly name: string;
  readonly choice: string;
  /** Where to find its address, or what is sent there. */
  readonly note: string;
  /** The format of its addresses, and the error for others; without it any address is accepted. */
  readonly addresses?: { readonly pattern: RegExp; readonly problem: string };
  /** Its messages are signed with a secret and have an id, so receivers recognize a repeated one. */
  readonly isSigned: boolean;
  /**
   * The body of a message.
   * @param at when it happened, ms
   * @param isCorrection an earlier result of the week was sent before
   */
  readonly body: (news: HookNews, pool: NewsPool, at: number, isCorrection?: boolean) => string;
}

/** All kinds. To add one, add an entry here and describe it in `docs/webhooks.md`. */
export const kinds = {
  discord: {
    name: 'Discord',
    choice: 'Discord',
    note: 'In Discord: Channel settings, Integrations, Webhooks, Copy Webhook URL.',
    addresses: {
      // Includes Discord's test versions; the address may name a thread.
      pattern:
        /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?(?:\?thread_id=\d+)?$/,
      problem: "That doesn't look like a Discord webhook. In Discord, tap Copy Webhook URL and paste it here.",
    },
    isSigned: false,
    // Mentions nobody, whatever the names contain, and embeds no link previews.
    body: (news, { name, url }, _, isCorrection) =>
      JSON.stringify({
        content: `**${discord.plain(name)}** · ${corrected(isCorrection)}${sentence(news, discord)}\n<${url}>${receiptLine(news)}`,
        allowed_mentions: { parse: [] },
        flags: SUPPRESS_EMBEDS,
      }),
  },
  slack: {
    name: 'Slack',
    choice: 'Slack',
    note: 'In Slack: add an app with Incoming Webhooks to a channel, and copy its Webhook URL.',
    addresses: {
      pattern: /^https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[\w/-]+$/,
      problem: "That doesn't look like a Slack webhook. In Slack, copy the Webhook URL of the app and paste it here.",
    },
    isSigned: false,
    body: (news, { name, url }, _, isCorrection) =>
      JSON.stringify({
        text: `*${slack.plain(name)}* · ${corrected(isCorrection)}${sentence(news, slack)}\n<${url}>${receiptLine(news)}`,
        unfurl_links: false,
      }),
  },
  standard: {
    name: 'Webhook',
    choice: 'Any other app',
    note: 'We send JSON, signed the Standard Webhooks 1.0 way.',
    isSigned: true,
    body: standardBody,
  },
} as const satisfies Record<string, Kind>;

/** The kind of a hook. */
export type HookKind = keyof typeof kinds;
/** The names of the kinds. */
export const hookKinds = Object.keys(kinds) as HookKind[];

/** The facts about a hook's kind. */
export function kindOf(kind: HookKind): Kind {
  return kinds[kind];
}

const SUPPRESS_EMBEDS = 4;

function corrected(isCorrection = false): string {
  return isCorrection ? CORRECTED : '';
}

/** The whole hash of the latest lock receipt goes to the channel with each result. */
function receiptLine({ topic, receipt }: HookNews): string {
  return topic === 'week.decided' && receipt ? `\n${receiptText(receipt, 'whole')}` : '';
}

const discord: NewsFormat = {
  plain: (text) => defused('discord', text),
  moment: (ms) => `<t:${Math.floor(ms / 1000)}:f>`,
};

const slack: NewsFormat = {
  plain: (text) => defused('slack', text),
  moment: (ms) => `<!date^${Math.floor(ms / 1000)}^{date_short_pretty} at {time}|${iso(ms)}>`,
};

/** Sends 0 as 0 and 15 halves as 7.5. */
function points(halves: Halves): number {
  return Number(formatPoints(halves));
}

/** According to Standard Webhooks. */
function standardBody(news: HookNews, pool: NewsPool, at: number, isCorrection = false): string {
  const again = isCorrection ? { corrected: true } : {};
  return JSON.stringify({
    type: news.topic,
    timestamp: iso(at),
    data: { pool, ...dataOf(news), ...again, receipt: news.receipt },
  });
}

function dataOf(news: HookNews): object {
  if (news.topic === 'test') return {};
  const week = { id: news.weekId, name: weekName(news.weekId) };
  switch (news.topic) {
    case 'week.opened':
      return { week, games: news.games, firstLock: iso(news.firstLock) };
    case 'lock.coming':
      return { week, lock: news.lock, lockAt: iso(news.lockAt), lacking: news.lacking, members: news.members };
    case 'leader.changed':
      return { week, leaders: people(news.leaders, news), ...entries(news.leaders, news), points: points(news.halves) };
    case 'week.decided': {
      const [winners, whose] = [people(news.winners, news), entries(news.winners, news)];
      if ('out' in news) return { week, out: news.out, left: news.left, poolWinners: winners, ...whose };
      return { week, winners, ...whose, points: points(news.halves) };
    }
  }
}

function people(names: readonly string[], { users = names }: { readonly users?: Users }): string[] {
  return [...new Set(users)];
}

function entries(names: readonly string[], { users = names }: { readonly users?: Users }) {
  return { entries: names.map((entry, at) => ({ entry, user: users[at] })) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
