import { Type } from 'typebox';
import { Id, shape } from './shapes.ts';

/** So many entries of a log are read at once, unless `limit` says otherwise. */
export const LOG_PAGE = 50;

/** Somebody or something that an entry names. */
export const Named = shape({ id: Id, name: Type.String() });
export const Maybe = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);

/** The query of a page of a log. Numbers travel as text in an address. */
export const LogPage = {
  before: Type.Optional(Type.String({ maxLength: 15, pattern: '^[1-9][0-9]*$' })),
  /** 1 to 200. */
  limit: Type.Optional(Type.String({ maxLength: 3, pattern: '^([1-9][0-9]?|1[0-9]{2}|200)$' })),
};
