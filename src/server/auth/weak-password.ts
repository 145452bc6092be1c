import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PasswordOwner } from '#core/weak-password.ts';
import { isTooWeak } from '#core/weak-password.ts';

/** Passwords by how often they are used, the commonest first, in small letters. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json';
const COMMONEST = 10_000;

let commonest: ReadonlySet<string> | null = null;

/** Whether a password is too weak for its owner. The list of common ones is read when it is first needed. */
export function isWeak(password: string, owner: PasswordOwner): boolean {
  commonest ??= readCommonest();
  return isTooWeak(password, owner, commonest);
}

function readCommonest(): ReadonlySet<string> {
  const file = createRequire(import.meta.url).resolve(LIST);
  const list: string[] = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(list.slice(0, COMMONEST));
}
