import { counted } from '#core/listed.ts';
import { normalizeName } from '#core/names.ts';
import type { TeamCorrections, UnknownTeam } from '#core/sheet/reading.ts';
import { teams } from '#core/teams.ts';
import { Button } from '#web/ui/button.tsx';
import { MatchList, MatchRow } from './match-list.tsx';

interface UnknownTeamsProps {
  readonly unknown: readonly UnknownTeam[];
  readonly corrections: TeamCorrections;
  /** @param team null to leave the text out */
  readonly onCorrect: (key: string, team: string | null) => void;
  readonly onReset: () => void;
}

const OUT = 'out';
const byName = teams.toSorted((a, b) => (a.longName < b.longName ? -1 : 1));

/** The texts that are no team. Each is corrected for all of its cells. */
export function UnknownTeams({ unknown, corrections, onCorrect, onReset }: UnknownTeamsProps) {
  const corrected = Object.keys(corrections).length;
  if (unknown.length === 0 && corrected === 0) return null;
  return (
    <section aria-label="Teams" className="mb-4">
      <h3 className="heading text-lg">Teams</h3>
      {unknown.length > 0 && (
        <MatchList>
          {unknown.map(({ text, why, cells }) => (
            <MatchRow key={text} text={text} note={`${counted(cells, 'cell')}. ${why}`}>
              <select
                aria-label={`Team for ${text}`}
                value=""
                onChange={({ target: { value } }) => onCorrect(normalizeName(text), value === OUT ? null : value)}
                className="panel min-h-11 w-full min-w-0 px-3"
              >
                <option value="">Choose a team</option>
                <option value={OUT}>Leave out</option>
                {byName.map(({ abbr, longName }) => (
                  <option key={abbr} value={abbr}>
                    {longName}
                  </option>
                ))}
              </select>
            </MatchRow>
          ))}
        </MatchList>
      )}
      {corrected > 0 && (
        <p className="flex flex-wrap items-center gap-3 text-ink-soft">
          {counted(corrected, 'text')} corrected.
          <Button tone="plain" onClick={onReset}>
            Undo corrections
          </Button>
        </p>
      )}
    </section>
  );
}
