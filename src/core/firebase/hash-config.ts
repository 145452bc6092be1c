import { plainBase64 } from './accounts.ts';
import { fieldsOf, numberOf, rootOf, textOf } from './tree.ts';

/** The parameters by which a Firebase project hashes passwords: "Password hash parameters" in its console. */
export interface HashConfig {
  /** Base64. */
  readonly signerKey: string;
  /** Base64. */
  readonly saltSeparator: string;
  readonly rounds: number;
  readonly memCost: number;
}

/** Firebase's own limits. */
const MAX_ROUNDS = 8;
const MAX_MEM_COST = 14;

/** Reads the parameters, as JSON or as the console shows them (`hash_config { … }`). Null if one is missing or makes no sense. */
export function readHashConfig(text: string): HashConfig | null {
  const field = fieldsOf(rootOf(parseJson(text) ?? linesOf(text)));
  const signerKey = plainBase64(textOf(field('base64_signer_key')) ?? '');
  const saltSeparator = plainBase64(textOf(field('base64_salt_separator')) ?? '');
  const [rounds, memCost] = [numberOf(field('rounds')) ?? 0, numberOf(field('mem_cost')) ?? 0];
  const areNumbers = isWithin(rounds, MAX_ROUNDS) && isWithin(memCost, MAX_MEM_COST);
  return signerKey !== null && saltSeparator !== null && areNumbers
    ? { signerKey, saltSeparator, rounds, memCost }
    : null;
}

function isWithin(number: number, max: number): boolean {
  return Number.isInteger(number) && number >= 1 && number <= max;
}

/** JSON may have the parameters one level down: `{ "hash_config": { … } }`. */
function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return fieldsOf(rootOf(json))('hash_config')?.value ?? json;
  } catch {
    return null;
  }
}

function linesOf(text: string): Record<string, string> {
  const lines = text
    .slice(0, 10_000)
    .matchAll(/\b(base64_signer_key|base64_salt_separator|rounds|mem_cost)\s*[:=]\s*"?([\w+/=-]+)/g);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}
