import { Type } from 'typebox';
import { conferences, divisions } from '#core/types.ts';
import { routes } from './route.ts';
import { shape } from './shapes.ts';

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

export const teams = routes({
  'GET /api/teams': {
    summary: 'The 32 teams',
    access: 'user',
    reply: shape({ teams: Type.Array(TeamShape) }),
    errors: [],
  },
});
