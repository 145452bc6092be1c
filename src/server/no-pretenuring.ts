/**
 * V8 learns where long-lived arrays are made and puts later ones of that place among the old at once. Node makes the lists of
 * listeners of sockets and of requests in one place: what was short-lived then stays until a full collection, whole requests
 * with it. Importing this switches that off, for a server from its start; `docs/measured.md` says what it cost.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-allocation-site-pretenuring');
