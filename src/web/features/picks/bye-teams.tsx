import { teamByAbbr } from '#core/teams.ts';
import type { Game } from '#core/types.ts';
import { teamsOnBye } from '#core/weeks.ts';
import { Helmet } from '#web/parts/helmet.tsx';

export function ByeTeams({ games }: { readonly games: readonly Game[] }) {
  const teams = teamsOnBye(games);
  return (
    <section className="panel p-4">
      <h2 className="heading mb-3 text-lg">Teams with Byes</h2>
      {teams.length === 0 ? (
        <p className="text-ink-soft">Every team plays this week.</p>
      ) : (
        <ul className="flex flex-wrap gap-x-4 gap-y-2">
          {teams.map((team) => (
            <li
              key={team}
              title={teamByAbbr(team)?.longName}
              className="flex items-center gap-1.5 font-display font-medium"
            >
              <Helmet team={team} side="home" className="h-8 w-9" />
              {team}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
