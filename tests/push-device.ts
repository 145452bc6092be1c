/** A browser that subscribes to push messages and reads them, with its keys by RFC 8291. */
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushMessage } from '#core/push.ts';

export class Device {
  readonly path = `/${randomBytes(6).toString('hex')}`;
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  subscription(port: number) {
    const keys = { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint: `https://push.test:${port}${this.path}`, keys };
  }

  /** Decrypts a message: RFC 8188 with the keys of RFC 8291. */
  read(body: Buffer): PushMessage {
    const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + length);
    const record = body.subarray(21 + length);
    assert(record.length <= size);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const shared = Buffer.from(hkdfSync('sha256', this.#keys.computeSecret(sender), this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(record.subarray(-16));
    const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = text.lastIndexOf(2);
    return JSON.parse(text.subarray(0, end).toString()) as PushMessage;
  }
}
