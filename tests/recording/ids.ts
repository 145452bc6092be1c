/** Makes ids ascend, so that rows sorted by id are in order of creation. Must be imported before any module that creates ids. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

let made = 0;
crypto.randomUUID = () => {
  made += 1;
  return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
};
syncBuiltinESMExports();
