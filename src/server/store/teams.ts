import { teams } from '#core/teams.ts';
import type { Team } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import type { TeamTable } from './engine/schema.ts';

/** Writes the teams that are missing and leaves the others alone. @returns how many were missing */
export async function addMissingTeams(db: Db): Promise<number> {
  const written = await db
    .insertInto('teams')
    .values(teams.map(toRow))
    .onConflict((c) => c.column('abbr').doNothing())
    .returning('abbr')
    .execute();
  return written.length;
}

/** All teams, in the order of the specification. */
export async function allTeams(db: Db): Promise<Team[]> {
  const rows = await db.selectFrom('teams').selectAll().execute();
  const byAbbr = new Map(rows.map((row) => [row.abbr, toTeam(row)]));
  return teams.flatMap((team) => byAbbr.get(team.abbr) ?? []);
}

/** A team by the abbreviation of the specification, null where it is missing. */
export async function findTeam(db: Db, abbr: string): Promise<Team | null> {
  const row = await db.selectFrom('teams').selectAll().where('abbr', '=', abbr).executeTakeFirst();
  return row ? toTeam(row) : null;
}

function toRow(team: Team): TeamTable {
  return {
    abbr: team.abbr,
    short_name: team.shortName,
    long_name: team.longName,
    city: team.city,
    mascot: team.mascot,
    conference: team.conference,
    division: team.division,
    primary_color: team.colors.primary,
    secondary_color: team.colors.secondary,
    accent_color: team.colors.accent,
  };
}

function toTeam(row: TeamTable): Team {
  return {
    abbr: row.abbr,
    shortName: row.short_name,
    longName: row.long_name,
    city: row.city,
    mascot: row.mascot,
    conference: row.conference as Team['conference'],
    division: row.division as Team['division'],
    colors: {
      primary: row.primary_color,
      secondary: row.secondary_color,
      accent: row.accent_color,
    },
  };
}
