import type { Fault } from './fault.ts';

export const upgrade: readonly Fault[] = [];
