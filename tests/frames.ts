/** The text of a whole frame as `textFrame` makes it. */
export function textOf(frame: Buffer): string {
  const head = { 126: 4, 127: 10 }[frame[1] ?? 0] ?? 2;
  return frame.toString('utf8', head);
}
