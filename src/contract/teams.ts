import type { Static } from 'typebox';
import { Type } from 'typebox';
import { conferences, divisions } from '#core/types.ts';
import { routes } from './route.ts';
import { Id, shape } from './shapes.ts';

const TeamShape = shape({
  abbr: Type.String(),
  shortName: Type.String(),
  longName: Type.String(),
  city: Type.String(),
  mascot: Type.String(),
  conference: Type.Enum([...conferences]),
  division: Type.Enum([...divisions]),
  colors: shape({
    primary: Type.String(),
    secondary: Type.String(),
    accent: Type.String(),
  }),
});

/** A team's record of a regular season; the three texts read `W-L` or `W-L-T`. */
const RecordShape = shape({
  wins: Type.Integer(),
  losses: Type.Integer(),
  ties: Type.Integer(),
  /** 0 to 1 */
  winPercentage: Type.Number(),
  homeRecord: Type.String(),
  awayRecord: Type.String(),
  overallRecord: Type.String(),
});

/** The records of both teams of a game. */
export const GameRecordsReply = shape({
  /** The season of the records: the last season if there are none of the current one. Null for the sample. */
  season: Type.Union([Type.Integer(), Type.Null()]),
  /** Whether neither team has played yet. */
  preseason: Type.Boolean(),
  /** Whether it is the built-in sample: only in the demo, and to be labeled as such. */
  isSample: Type.Boolean(),
  home: RecordShape,
  away: RecordShape,
});
export type GameRecordsReply = Static<typeof GameRecordsReply>;

export const teams = routes({
  'GET /api/teams': {
    summary: 'The 32 teams',
    access: 'user',
    reply: shape({ teams: Type.Array(TeamShape) }),
    errors: [],
  },
  'GET /api/teams/:abbr': {
    summary: 'One team, by any abbreviation in use for it',
    access: 'user',
    params: shape({ abbr: Id }),
    reply: TeamShape,
    errors: ['team_not_found'],
  },
  'POST /api/teams/initialise': {
    summary: 'Write the teams that are missing; the others stay as they are',
    access: 'user',
    reply: shape({ added: Type.Integer() }),
    errors: [],
  },
  'GET /api/games/:gid/records': {
    summary: 'The records of the two teams of a game',
    access: 'user',
    params: shape({ gid: Id }),
    reply: GameRecordsReply,
    errors: ['game_not_found', 'records_unavailable'],
  },
});
