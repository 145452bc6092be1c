import { emojiPath } from '#core/emoji.ts';

interface EmojiProps {
  readonly children: string;
  /** The meaning, as a tooltip. */
  readonly title?: string;
  readonly className: string;
}

/** Our own drawing of an emoji, which is also its file name: not every device has a font for it. */
export function Emoji({ children, title, className }: EmojiProps) {
  return <img src={emojiPath(children)} alt={children} title={title} className={className} />;
}
