import { PanelSection } from './panel-section.tsx';

const columns = [
  ['game_id', 'a name for the game that stays the same'],
  ['season, week', 'the year and the number of the week'],
  ['game_type', 'REG, or WC, DIV, CON, SB after the season'],
  ['gameday, gametime', '2026-09-13 and 13:00, Eastern time; no time yet: leave it empty'],
  ['away_team, home_team', 'abbreviations, such as KC'],
  ['away_score, home_score', 'empty until the game is over'],
  ['spread_line', 'above 0: the home team is favoured; empty: no line yet'],
] as const;

/** What a file of games has to have. */
export function SeasonColumns() {
  return (
    <PanelSection title="What the file needs">
      <p className="mb-3 text-ink-soft">
        One line for each game. The first line names these columns, in any order; others are left out. The games file of
        nflverse has them all.
      </p>
      <dl className="grid gap-2 text-sm">
        {columns.map(([column, meaning]) => (
          <div key={column}>
            <dt className="font-medium">{column}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </PanelSection>
  );
}
