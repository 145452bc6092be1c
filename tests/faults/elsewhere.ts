import type { Fault } from './fault.ts';

export const elsewhere: readonly Fault[] = [];
