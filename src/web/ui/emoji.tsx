import { emojiPath } from '#core/emoji.ts';

interface EmojiProps {
  readonly children: string;
  /** What it says here, for those who point at it. */
  readonly title?: string;
  readonly className: string;
}

/** Our drawing of an emoji, whose name is the emoji: not every machine has a font for it. */
export function Emoji({ children, title, className }: EmojiProps) {
  return <img src={emojiPath(children)} alt={children} title={title} className={className} />;
}
