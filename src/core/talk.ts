import { listedNames } from './listed.ts';
import { cleanName, normalizeName } from './names.ts';
import { MINUTE_MS } from './time.ts';

/** The longest message, in characters. */
export const MESSAGE_MAX = 500;
/** How long the author may edit a message, in ms. */
export const EDIT_MS = 5 * MINUTE_MS;
/** The most people that one message notifies. */
const MENTIONED_MAX = 5;
/** How many messages are read at once. */
export const TALK_PAGE = 50;

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** A message as it is stored: each line cleaned like a name, and no two empty lines in a row. */
export function cleanMessage(text: string): string {
  const lines = text.split(LINE_BREAK).map(cleanName);
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Why a message cannot be posted, given what `cleanMessage` returned; null if it can. */
export function messageError(text: string): string | null {
  if (normalizeName(text) === '') return 'Write a message';
  return [...text].length <= MESSAGE_MAX ? null : `A message must be at most ${MESSAGE_MAX} characters long`;
}

/** The new leaders of a pool to announce, by id: none if the same people led before, or nothing was announced before. */
export function leadersToAnnounce(before: readonly string[] | null, leaders: readonly string[]): readonly string[] {
  return before === null || before.toSorted().join() === leaders.toSorted().join() ? [] : leaders;
}

/** Whether a pool's talk has messages that a member has not read. Both are message ids, missing if the talk is off or nothing is recorded. */
export function hasUnread(lastMessage: number | undefined, readUntil: number | undefined): boolean {
  return lastMessage !== undefined && readUntil !== undefined && lastMessage > readUntil;
}

/** The facts that decide who may change a message. */
export interface Written {
  /** Null if the product wrote it. */
  readonly by: { readonly id: string } | null;
  /** In ms. */
  readonly at: number;
  readonly deleted?: unknown;
}

/** Whether a user may edit a message: their own, while it is recent. */
export function mayEdit({ by, at, deleted }: Written, userId: string, now: number): boolean {
  return by?.id === userId && deleted === undefined && now < at + EDIT_MS;
}

/** Whether a user may delete a message: their own, or any if they run the pool. */
export function mayDelete({ by, deleted }: Written, userId: string, runsPool: boolean): boolean {
  return deleted === undefined && (runsPool || by?.id === userId);
}

/** A part of a message: plain text, a web address, or the name of a person in the pool. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'mention'; readonly text: string; readonly id: string };

const LINK = /https?:\/\/[\p{L}\p{N}][^\s<>"]+/giu;
/** Punctuation that ends a sentence or closes a bracket is not part of an address. */
const AFTER_LINK = /[.,;:!?)\]}'’”]+$/;

/** @param people by name in the pool; if one name begins another, the longer one matches */
export function messageParts(
  text: string,
  people: readonly { readonly id: string; readonly name: string }[],
): MessagePart[] {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(LINK)) {
    const address = found.replace(AFTER_LINK, '');
    parts.push(...mentions(text.slice(end, index), byLength), { kind: 'link', text: address });
    end = index + address.length;
  }
  parts.push(...mentions(text.slice(end), byLength));
  return parts;
}

/** The ids of the people that a message notifies: the first ones it names, without its author (decision 037). */
export function mentionedIn(
  text: string,
  people: readonly { readonly id: string; readonly name: string }[],
  authorId: string,
): string[] {
  const named = messageParts(text, people).flatMap((part) => (part.kind === 'mention' ? part.id : []));
  return [...new Set(named)].filter((id) => id !== authorId).slice(0, MENTIONED_MAX);
}

/** What the author of a message did to somebody who is notified of it. */
export function mentionText(isReply: boolean | undefined): string {
  return isReply ? 'replied to you' : 'mentioned you';
}

function mentions(text: string, byLength: readonly { readonly id: string; readonly name: string }[]): MessagePart[] {
  const parts: MessagePart[] = [];
  let start = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at < start || /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) continue;
    const rest = text.slice(at + 1);
    const person = byLength.find(({ name }) => isNamed(rest, name));
    if (person === undefined) continue;
    const end = at + 1 + person.name.length;
    if (at > start) parts.push({ kind: 'text', text: text.slice(start, at) });
    parts.push({ kind: 'mention', text: text.slice(at, end), id: person.id });
    start = end;
  }
  if (start < text.length) parts.push({ kind: 'text', text: text.slice(start) });
  return parts;
}

function isNamed(rest: string, name: string): boolean {
  const isSame = rest.slice(0, name.length).toLowerCase() === name.toLowerCase();
  return name !== '' && isSame && !/[\p{L}\p{N}]/u.test(rest[name.length] ?? ' ');
}

/** How much of a message a quote shows, in characters. */
const QUOTE_MAX = 120;

/** What a quote shows of a message: its first line, cut if it is long. Nothing of a deleted message, which has no text. */
export function quoteText(text: string | null): string | null {
  if (text === null) return null;
  const [line = ''] = text.split('\n', 1);
  const characters = [...line];
  return characters.length <= QUOTE_MAX
    ? line
    : `${characters
        .slice(0, QUOTE_MAX - 1)
        .join('')
        .trimEnd()}…`;
}

/** Whether people may react or reply to a message: to any that is not deleted, also of the product. Who may write in the talk may do so. */
export function mayAnswer({ deleted }: Pick<Written, 'deleted'>): boolean {
  return deleted === undefined;
}

/** The messages that the product itself posts in a pool's talk, with names as the pool shows them. */
export type TalkPost =
  | { readonly kind: 'joined'; readonly name: string }
  /** A decided week, with its winners, their points, and the new leaders of the pool. */
  | {
      readonly kind: 'week';
      readonly week: string;
      readonly winners: readonly string[];
      readonly points: string;
      readonly newLeaders: readonly string[];
      readonly corrected?: true | undefined;
    }
  /** A decided week of a survivor pool: how many went out, how many are left, and who won the pool in it. */
  | {
      readonly kind: 'survived';
      readonly week: string;
      readonly out: number;
      readonly left: number;
      readonly winners: readonly string[];
      readonly corrected?: true | undefined;
    };

/** The prefix of a message that corrects an earlier announcement. */
export const CORRECTED = 'Corrected: ';

/** The text of a post. */
export function postText(post: TalkPost): string {
  if (post.kind === 'joined') return `${post.name} joined the pool.`;
  const corrected = post.corrected ? CORRECTED : '';
  if (post.kind === 'survived') {
    const then = post.winners.length === 0 ? `Still in: ${post.left}.` : poolWonText(post.winners);
    return `${corrected}${post.week} is decided. Out: ${post.out}. ${then}`;
  }
  const { week, winners, points, newLeaders } = post;
  const decided = `${corrected}${week} is decided. ${wonText(winners, points)}`;
  return newLeaders.length === 0 ? decided : `${decided} ${nowLead(newLeaders)}.`;
}

/** The winners of a week: `Ann and Bob won it with 11 points.` */
export function wonText(winners: readonly string[], points: string): string {
  return winners.length === 0 ? 'Nobody scored.' : `${listedNames(winners)} won it with ${points}.`;
}

/** The winners of a survivor pool: `Ann won the pool.`, `Ann and Bob share the win.` */
export function poolWonText(winners: readonly string[]): string {
  return `${listedNames(winners)} ${winners.length === 1 ? 'won the pool' : 'share the win'}.`;
}

/** `Ann now leads the pool` */
export function nowLead(leaders: readonly string[]): string {
  return `${listedNames(leaders)} now ${leaders.length === 1 ? 'leads' : 'lead'} the pool`;
}
