import type { PoolRules } from '#core/rules/pool-rules.ts';
import { presetNames, presetOf, withPreset } from '#core/rules/presets.ts';
import { presetWords } from '#core/rules/words.ts';

interface PresetCardsProps {
  readonly rules: PoolRules;
  readonly onChange: (rules: PoolRules) => void;
}

/** The ways to play that most pools choose from. */
export function PresetCards({ rules, onChange }: PresetCardsProps) {
  const chosen = presetOf(rules);
  return (
    <fieldset>
      <legend className="label mb-1.5 text-ink-soft">How you play</legend>
      <div className="preset-cards">
        {presetNames.map((name) => (
          <label key={name} className="panel">
            <input
              type="radio"
              name="preset"
              checked={name === chosen}
              onChange={() => onChange(withPreset(name, rules))}
            />
            <span>
              <span className="heading block text-lg">{presetWords[name].label}</span>
              <span className="block text-sm text-ink-soft">{presetWords[name].sentence}</span>
            </span>
          </label>
        ))}
      </div>
      {chosen === null && (
        <p className="mt-2 text-sm text-ink-soft">Rules of your own, as chosen under More settings.</p>
      )}
    </fieldset>
  );
}
