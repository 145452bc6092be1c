import type { ErrorCode } from '#contract/errors.ts';
import type { Refusal } from '#core/judge.ts';
import type { Failure } from '../http/call.ts';
import { fail } from '../http/call.ts';

/**
 * A refusal as one of the errors that a route declares.
 * @throws if the route does not: the judge has refused by a rule that does not concern it
 */
export function refused<const Code extends ErrorCode>(declared: readonly Code[], refusal: Refusal): Failure<Code> {
  const code = declared.find((each) => each === refusal);
  if (code === undefined) throw new Error(`The judge said ${refusal}, which this route does not declare.`);
  return fail(code);
}
