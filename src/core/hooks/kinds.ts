/** The kinds of hooks: one app each, with the format of its addresses and messages. */
import { defused } from '#core/defused.ts';
import { EASTERN_ZONE, recordTime } from '#core/kickoff-text.ts';
import { receiptText } from '#core/receipts/receipts.ts';
import type { Halves } from '#core/scoring.ts';
import { formatPoints } from '#core/scoring.ts';
import { CORRECTED } from '#core/talk.ts';
import { weekName } from '#core/weeks.ts';
import type { HookNews, NewsFormat, NewsPool, Users } from './news.ts';
import { sentence } from './news.ts';

/** The address of a hook, or what is wrong with what was entered, and in which field: the first one if it is missing. */
export type HookAddress = { readonly address: string } | { readonly problem: string; readonly field?: number };

/** A field in which a commissioner enters an address, or a part of it. */
interface Field {
  readonly label: string;
  /** Where to find it, or what is sent there. */
  readonly note: string;
}

/** The facts about a kind. */
interface Kind {
  /** The name of its hooks, and the choice to add one. */
  readonly name: string;
  readonly choice: string;
  readonly fields: readonly [Field, ...Field[]];
  /** Reads what was entered in the fields, with a space between them and none around. */
  readonly read: (entered: string) => HookAddress;
  /** The parameter of its addresses that is sent in the body instead. */
  readonly inBody?: 'bot_id' | 'chat_id';
  /** Its messages are signed with a secret and have an id, so receivers recognize a repeated one. */
  readonly isSigned: boolean;
  /** The statuses that turn a hook off, with what each means. */
  readonly gone?: Readonly<Record<number, string>>;
  /**
   * The JSON of a message.
   * @param at when it happened, ms
   * @param isCorrection an earlier result of the week was sent before
   */
  readonly body: (news: HookNews, pool: NewsPool, at: number, isCorrection?: boolean) => object;
}

const ADDRESS_LABEL = 'Address of the webhook';

/** All kinds. To add one, add an entry here and describe it in `docs/webhooks.md`. */
export const kinds = {
  discord: {
    name: 'Discord',
    choice: 'Discord',
    fields: [{ label: ADDRESS_LABEL, note: 'In Discord: Channel settings, Integrations, Webhooks, Copy Webhook URL.' }],
    read: addressLike(
      // Includes Discord's test versions; the address may name a thread.
      /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+\/?(?:\?thread_id=\d+)?$/,
      "That doesn't look like a Discord webhook. In Discord, tap Copy Webhook URL and paste it here.",
    ),
    isSigned: false,
    // Mentions nobody, whatever the names contain, and embeds no link previews.
    body: (news, { name, url }, _, isCorrection) => ({
      content: `**${discord.plain(name)}** · ${corrected(isCorrection)}${sentence(news, discord)}\n<${url}>${receiptLine(news)}`,
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    }),
  },
  slack: {
    name: 'Slack',
    choice: 'Slack',
    fields: [
      {
        label: ADDRESS_LABEL,
        note: 'In Slack: add an app with Incoming Webhooks to a channel, and copy its Webhook URL.',
      },
    ],
    read: addressLike(
      /^https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[\w/-]+$/,
      "That doesn't look like a Slack webhook. In Slack, copy the Webhook URL of the app and paste it here.",
    ),
    isSigned: false,
    body: (news, { name, url }, _, isCorrection) => ({
      text: `*${slack.plain(name)}* · ${corrected(isCorrection)}${sentence(news, slack)}\n<${url}>${receiptLine(news)}`,
      unfurl_links: false,
    }),
  },
  groupme: {
    name: 'GroupMe',
    choice: 'GroupMe',
    fields: [{ label: 'Bot ID', note: 'At dev.groupme.com/bots: create a bot in your group, and copy its Bot ID.' }],
    read: readGroupMe,
    inBody: 'bot_id',
    isSigned: false,
    gone: {
      400: "GroupMe doesn't know this bot",
      404: "GroupMe doesn't know this bot",
    },
    body: (news, pool, _, isCorrection) => ({ text: plainText(news, pool, GROUPME_MAX, isCorrection) }),
  },
  telegram: {
    name: 'Telegram',
    choice: 'Telegram',
    fields: [
      {
        label: 'Bot token',
        note: 'In Telegram: create a bot with @BotFather, add it to your group, and copy its token.',
      },
      { label: 'Chat ID', note: 'Such as -1001234567890, or the @name of a public group.' },
    ],
    read: readTelegram,
    inBody: 'chat_id',
    isSigned: false,
    gone: {
      400: "The bot doesn't find the chat, or can't post in it",
      401: "Telegram doesn't know the bot's token",
      403: 'The bot was removed from the chat, or is blocked',
      404: "Telegram doesn't know the bot's token",
    },
    // Without a parse_mode, Telegram reads no formatting.
    body: (news, pool, _, isCorrection) => ({
      text: plainText(news, pool, TELEGRAM_MAX, isCorrection),
      link_preview_options: { is_disabled: true },
    }),
  },
  standard: {
    name: 'Webhook',
    choice: 'Any other app',
    fields: [{ label: ADDRESS_LABEL, note: 'We send JSON, signed the Standard Webhooks 1.0 way.' }],
    read: addressLike(/^https:\/\/\S+$/i, 'The address must start with https://'),
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

/** Where a message to a hook is posted, and its JSON. */
export function hookPost(
  { kind, address }: { readonly kind: HookKind; readonly address: string },
  ...[news, pool, at, isCorrection]: Parameters<Kind['body']>
): { readonly address: string; readonly body: string } {
  const { inBody, body } = kindOf(kind);
  const message = body(news, pool, at, isCorrection);
  if (inBody === undefined) return { address, body: JSON.stringify(message) };
  const [posted = '', value] = address.split(`?${inBody}=`);
  return { address: posted, body: JSON.stringify({ [inBody]: value, ...message }) };
}

const SUPPRESS_EMBEDS = 4;
/** The longest texts, in characters. */
const GROUPME_MAX = 1000;
const TELEGRAM_MAX = 4096;

const GROUPME_POST = 'https://api.groupme.com/v3/bots/post?bot_id=';
const TELEGRAM_BOT = 'https://api.telegram.org/bot';
const TELEGRAM_SEND = '/sendMessage?chat_id=';

function addressLike(pattern: RegExp, problem: string): Kind['read'] {
  return (entered) => (pattern.test(entered) ? { address: entered } : { problem });
}

/** Reads a bot ID, or the address with it. */
function readGroupMe(entered: string): HookAddress {
  const id = without(GROUPME_POST, entered).toLowerCase();
  if (/^[\da-f]{20,40}$/.test(id)) return { address: GROUPME_POST + id };
  return { problem: "That doesn't look like a Bot ID. At dev.groupme.com/bots, copy the Bot ID, not the Group ID." };
}

/** Reads a token and a chat with a space between them, or the address with both. */
function readTelegram(entered: string): HookAddress {
  const [token = '', chat = '', ...rest] = without(TELEGRAM_BOT, entered).replace(TELEGRAM_SEND, ' ').split(/\s+/);
  if (!/^\d{5,20}:[\w-]{30,60}$/.test(token))
    return { problem: "That doesn't look like a bot token. @BotFather shows it, such as 123456789:AAF..." };
  if (chat === '') return { problem: 'Enter the ID of the chat', field: 1 };
  if (rest.length > 0 || !/^(?:-?\d{1,20}|@[a-z]\w{3,31})$/i.test(chat))
    return { problem: "That isn't a chat ID, such as -1001234567890, or the @name of a public chat", field: 1 };
  return { address: TELEGRAM_BOT + token + TELEGRAM_SEND + chat };
}

function without(prefix: string, text: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** The message for apps that show text as it is, with its first line shortened to fit. */
function plainText(news: HookNews, { name, url }: NewsPool, max: number, isCorrection?: boolean): string {
  const said = `${chat.plain(name)} · ${corrected(isCorrection)}${sentence(news, chat)}`;
  const rest = `\n${url}${receiptLine(news)}`;
  return shortened(said, max - rest.length) + rest;
}

/** Keeps both halves of a character, or neither. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

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

const chat: NewsFormat = {
  plain: (text) => defused('chat', text),
  moment: (ms) => recordTime(ms, EASTERN_ZONE),
};

/** Sends 0 as 0 and 15 halves as 7.5. */
function points(halves: Halves): number {
  return Number(formatPoints(halves));
}

/** According to Standard Webhooks. */
function standardBody(news: HookNews, pool: NewsPool, at: number, isCorrection = false): object {
  const again = isCorrection ? { corrected: true } : {};
  return {
    type: news.topic,
    timestamp: iso(at),
    data: { pool, ...dataOf(news), ...again, receipt: news.receipt },
  };
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
