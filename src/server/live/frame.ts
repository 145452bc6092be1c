const FINAL_TEXT = 0x81;
const LENGTH_IN_TWO_BYTES = 126;
const LENGTH_IN_EIGHT_BYTES = 127;

/**
 * A text message as it goes over the wire (RFC 6455, section 5.2). What a server sends is not masked, so that the same
 * bytes serve every socket.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < LENGTH_IN_TWO_BYTES ? 2 : length < 2 ** 16 ? 4 : 10;
  // Not from the shared pool: a small frame that is kept would hold a slab of it.
  const frame = Buffer.allocUnsafeSlow(head + length);
  frame[0] = FINAL_TEXT;
  frame[1] = head === 2 ? length : head === 4 ? LENGTH_IN_TWO_BYTES : LENGTH_IN_EIGHT_BYTES;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, head);
  return frame;
}
