import type { Fault } from './fault.ts';

export const locksSealsAccess: readonly Fault[] = [];
