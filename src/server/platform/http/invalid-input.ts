import type { FastifySchemaValidationError } from 'fastify';
import type { Failure } from './call.ts';

const FOREIGN_CHARACTERS = 'has characters that are not allowed';

/** Describes which part of the input is invalid, and what is allowed. */
export function describeInvalid(errors: readonly FastifySchemaValidationError[]): Failure<'invalid_input'> {
  const [first, ...others] = errors;
  // A value that may have several forms fails each of them: the one that fits best fails deepest inside.
  const error = others.reduce((deepest, each) => (depthOf(each) > depthOf(deepest) ? each : deepest), first);
  if (!error) return { failure: 'invalid_input' };
  const field = fieldOf(error);
  const message = `${field === '' ? 'The body' : field} ${problem(error)}.`;
  return { failure: 'invalid_input', message, ...(field === '' ? {} : { field }) };
}

function depthOf(error: FastifySchemaValidationError | undefined): number {
  return error?.instancePath.split('/').length ?? 0;
}

function fieldOf({ instancePath, keyword, params }: FastifySchemaValidationError): string {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty));
  return path.join('.');
}

function problem({ keyword, params, message }: FastifySchemaValidationError): string {
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'additionalProperties':
      return 'is not expected here';
    case 'enum':
      return `must be one of: ${(params.allowedValues as unknown[]).join(', ')}`;
    case 'type':
      return `must be ${article(String(params.type))}`;
    case 'pattern':
      return FOREIGN_CHARACTERS;
    default:
      return message ?? 'is not right';
  }
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Refuses a body with a NUL character anywhere, which PostgreSQL cannot store. */
export function refuseNulCharacters(body: unknown): Failure<'invalid_input'> | null {
  const field = fieldWithZero(body);
  return field === null ? null : { failure: 'invalid_input', field, message: `${field} ${FOREIGN_CHARACTERS}.` };
}

/** The path of the first NUL character in a value; empty for the value itself. */
function fieldWithZero(value: unknown): string | null {
  if (typeof value === 'string') return value.includes('\0') ? '' : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = fieldWithZero(part);
    if (found !== null) return found === '' ? name : `${name}.${found}`;
  }
  return null;
}
