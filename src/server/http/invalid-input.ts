import type { FastifySchemaValidationError } from 'fastify';
import type { Failure } from './call.ts';

/** Says in plain words which part of the input is wrong and what it may be. */
export function describeInvalid(errors: readonly FastifySchemaValidationError[]): Failure<'invalid_input'> {
  const error = errors[0];
  if (!error) return { failure: 'invalid_input' };
  const field = fieldOf(error);
  const message = `${field === '' ? 'The body' : field} ${problem(error)}.`;
  return { failure: 'invalid_input', message, ...(field === '' ? {} : { field }) };
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
      return 'has characters that are not allowed';
    default:
      return message ?? 'is not right';
  }
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
