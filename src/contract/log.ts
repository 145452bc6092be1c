import { Type } from 'typebox';
import { Id, shape } from './shapes.ts';

/** How many records of a log are read at once, unless `limit` is set. */
export const LOG_PAGE = 50;

/** A person or a thing that a record names. */
export const Named = shape({ id: Id, name: Type.String() });
export const Maybe = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);

/** The query for a page of a log. Numbers are text in a URL. */
export const LogPage = {
  before: Type.Optional(Type.String({ maxLength: 15, pattern: '^[1-9][0-9]*$' })),
  /** 1 to 200. */
  limit: Type.Optional(Type.String({ maxLength: 3, pattern: '^([1-9][0-9]?|1[0-9]{2}|200)$' })),
};
