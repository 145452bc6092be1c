import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { checkRules } from '#core/rules/check-rules.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { PresetName } from '#core/rules/presets.ts';
import { isPreset, presetNames, presets } from '#core/rules/presets.ts';
import { readText } from './files.ts';
import { Problem } from './problems.ts';

/** How the rules of a pool are told on the command line. */
export interface RulesOptions {
  readonly preset?: PresetName;
  /** A file with some rules as JSON. */
  readonly rules?: string;
}

/** Adds the options that `rulesOfOptions` reads. */
export function addRulesOptions(command: Command): Command {
  return command
    .option('--preset <name>', `the rules of the pool: ${presetNames.join(', ')}`, parsePreset)
    .option('--rules <rules.json>', 'rules by name, beside those of the preset');
}

/** The rules that the options tell; null where they tell none. @throws Problem with everything that is wrong in the file */
export function rulesOfOptions({ preset, rules: file }: RulesOptions): PoolRules | null {
  const base = presets[preset ?? 'classic'];
  if (file === undefined) return preset === undefined ? null : base;
  const checked = checkRules(parseJson(file), base);
  if ('rules' in checked) return checked.rules;
  throw new Problem([...checked.problems.map((problem) => `${file}: ${problem}`), 'Nothing was imported.'].join('\n'));
}

function parsePreset(name: string): PresetName {
  if (isPreset(name)) return name;
  throw new InvalidArgumentError(`There is no preset '${name}'. Presets: ${presetNames.join(', ')}.`);
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readText(file).text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Problem(`${file}: this is not JSON: ${error.message}\nNothing was imported.`);
  }
}
