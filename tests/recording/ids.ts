/** Makes ids ascend, so that whatever is in their order is in the order in which it was made. Imported before whatever makes ids. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

let made = 0;
crypto.randomUUID = () => {
  made += 1;
  return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
};
syncBuiltinESMExports();
