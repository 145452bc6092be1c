/** Access rights: the reply of every route to every kind of caller. */
import type { RouteName } from '#contract/index.ts';
import { defaultRules } from '#core/rules/pool-rules.ts';

/** All kinds of callers. */
export const callers = [
  'nobody',
  'disabled member',
  'disabled admin',
  'stranger',
  'member of another pool',
  'removed member',
  'member',
  'removed commissioner',
  'commissioner of another pool',
  'commissioner',
  'admin',
] as const;
export type Caller = (typeof callers)[number];
type Expected = Readonly<Record<Caller, string>>;

/** Every caller gets the same answer, except the given ones. */
function all(answer: string, others: Partial<Expected> = {}): Expected {
  return { ...(Object.fromEntries(callers.map((caller) => [caller, answer])) as Expected), ...others };
}

const lockedOut = {
  nobody: 'not_signed_in',
  'disabled member': 'account_disabled',
  'disabled admin': 'account_disabled',
} as const;
const anyone = all('ok');
const accounts = all('ok', { nobody: 'not_signed_in' });
/** The answers of routes for all enabled users. */
export const enabled = all('ok', lockedOut);
const members = all('not_a_member', { ...lockedOut, member: 'ok', commissioner: 'ok', admin: 'ok' });
const players = all('not_a_member', { ...lockedOut, member: 'ok' });
const commissioners = all('admin_only', { ...lockedOut, commissioner: 'ok', admin: 'ok' });
const admins = all('admin_only', { ...lockedOut, admin: 'ok' });

/** The answers of routes that return `admin_only` except to commissioners and admins. */
function toCommissioners(answer: string): Expected {
  return { ...commissioners, commissioner: answer, admin: answer };
}

/** The answers of routes for callers who may see the pool. */
function toMembers(answer: string): Expected {
  return { ...members, member: answer, commissioner: answer, admin: answer };
}

const signUp = { password: 'Tailgate7', displayName: 'New Here' };

interface Row {
  readonly expected: Expected;
  readonly body?: (n: number) => object;
  /** Called for a separate pool, because it would affect other calls. */
  readonly onSparePool?: true;
}

/** Its digest belongs to another file. */
export const changedPoolFile = {
  format: 'pickem-pool',
  version: 1,
  writtenAt: 0,
  pool: {
    id: 'p',
    name: 'Old Boys',
    description: '',
    moneyUrl: '',
    rules: defaultRules,
    hasTalk: false,
    createdAt: null,
  },
  weeks: [],
  games: [],
  lines: [],
  people: [],
  entries: [],
  picks: [],
  log: [],
  talk: [],
  money: null,
  payments: [],
  receipts: [],
  digest: '0'.repeat(64),
};

const noGames = { source: 'file', season: 2026, text: 'game_id,season' };

/** Who may call what, by route. Neither `admin` nor any commissioner is a member of the pool; the entry is that of `member`. */
export const table: Readonly<Record<RouteName, Row>> = {
  'GET /healthz': { expected: anyone },
  'GET /readyz': { expected: anyone },
  'GET /status': { expected: anyone },
  'GET /api/session': { expected: anyone },
  'POST /api/auth/sign-up': { expected: anyone, body: (n) => ({ email: `new${n}@example.org`, ...signUp }) },
  'POST /api/auth/sign-in': { expected: anyone, body: () => ({ email: 'known@example.org', password: 'Tailgate7' }) },
  'POST /api/auth/sign-out': { expected: anyone },
  'POST /api/auth/sign-out-everywhere': { expected: accounts },
  'POST /api/auth/reset-request': { expected: anyone, body: (n) => ({ email: `reset${n}@example.org` }) },
  'POST /api/auth/reset/check': { expected: all('link_expired'), body: () => ({ token: 'none' }) },
  'POST /api/auth/reset': { expected: all('link_expired'), body: () => ({ token: 'none', password: 'Tailgate7' }) },
  'POST /api/auth/change-password': { expected: enabled, body: () => ({ password: 'Tailgate7' }) },
  'POST /api/auth/verify': {
    expected: all('link_expired', { nobody: 'not_signed_in' }),
    body: () => ({ token: 'none' }),
  },
  'POST /api/auth/verify-again': { expected: enabled },
  'POST /api/auth/providers/:provider/sign-in': { expected: anyone, body: () => ({ mode: 'popup' }) },
  'POST /api/auth/providers/:provider/connect': {
    expected: enabled,
    body: () => ({ mode: 'popup', currentPassword: 'Tailgate7' }),
  },
  'POST /api/auth/providers/:provider/disconnect': {
    expected: enabled,
    body: () => ({ currentPassword: 'Tailgate7' }),
  },
  'POST /api/auth/second-factor': { expected: all('sign_in_expired'), body: () => ({ code: '000000' }) },
  'POST /api/auth/second-factor/begin': { expected: enabled, body: () => ({ currentPassword: 'Tailgate7' }) },
  'POST /api/auth/second-factor/confirm': {
    expected: all('wrong_code', lockedOut),
    body: () => ({ code: '000000' }),
  },
  'POST /api/auth/second-factor/recovery-codes': {
    expected: all('no_second_factor', lockedOut),
    body: () => ({ code: '000000', currentPassword: 'Tailgate7' }),
  },
  'POST /api/auth/second-factor/pick-links': {
    expected: all('no_second_factor', lockedOut),
    body: () => ({ wanted: true, currentPassword: 'Tailgate7' }),
  },
  'POST /api/auth/second-factor/remove': {
    expected: all('no_second_factor', lockedOut),
    body: () => ({ code: '000000', currentPassword: 'Tailgate7' }),
  },
  'DELETE /api/users/:userId/second-factor': { expected: { ...admins, admin: 'no_second_factor' } },
  'GET /api/auth/passkeys': { expected: accounts },
  'POST /api/auth/passkeys/begin': { expected: enabled, body: () => ({ currentPassword: 'Tailgate7' }) },
  'POST /api/auth/passkeys': {
    expected: all('passkey_refused', lockedOut),
    body: () => ({ id: 'none', name: 'Phone', clientData: 'none', attestation: 'none' }),
  },
  'POST /api/auth/passkeys/rename': {
    expected: all('passkey_not_found', lockedOut),
    body: () => ({ id: 'none', name: 'Phone' }),
  },
  'POST /api/auth/passkeys/remove': {
    expected: all('passkey_not_found', lockedOut),
    body: () => ({ id: 'none', currentPassword: 'Tailgate7' }),
  },
  'GET /api/auth/passkeys/sign-in': { expected: anyone },
  'POST /api/auth/passkeys/sign-in': {
    expected: all('passkey_unknown'),
    body: () => ({ id: 'none', clientData: 'none', authenticatorData: 'none', signature: 'none' }),
  },
  'GET /api/sessions': { expected: accounts },
  'DELETE /api/sessions/:sessionId': { expected: all('session_not_found', { nobody: 'not_signed_in' }) },
  'POST /api/sessions/end-others': { expected: accounts },
  'DELETE /api/users/:userId/sessions': { expected: admins },
  'GET /api/users': { expected: admins },
  'PATCH /api/profile': { expected: enabled, body: () => ({ displayName: 'Somebody Else' }) },
  'GET /api/profile/data': { expected: accounts },
  // No account is closed here, because other calls need it.
  'POST /api/profile/close': {
    expected: all('invalid_input', { nobody: 'not_signed_in' }),
    body: () => ({ confirm: 'no' }),
  },
  'PATCH /api/users/:userId': { expected: admins, body: () => ({ isEnabled: true }) },
  'GET /api/push': { expected: enabled },
  'PUT /api/push': {
    expected: enabled,
    body: (n) => ({
      endpoint: `https://push.example.org/${n}`,
      keys: {
        p256dh: 'BDZwpWlrYQPODmHmJG3D7fLb0edun8rGjUqgfyx9zX9oLbcSvQqvCC0y3EneFlsc1X-X2jz56AgBmFDAGcpmnkI',
        auth: 'a'.repeat(22),
      },
    }),
  },
  'DELETE /api/push': { expected: enabled },
  'POST /api/push/test': { expected: enabled },
  'GET /api/pools': { expected: enabled },
  'GET /api/pools/:poolId': { expected: members },
  'GET /api/pools/:poolId/members': { expected: members },
  'GET /api/pools/:poolId/imports': { expected: commissioners },
  'POST /api/pools/:poolId/imports': {
    expected: toCommissioners('entry_not_found'),
    body: () => ({ name: 'a.csv', entries: [], newPlayers: [], gids: [], picks: [[0, 0, 'home']], replaces: false }),
  },
  'POST /api/pools/:poolId/imports/preview': {
    expected: toCommissioners('entry_not_found'),
    body: () => ({ name: 'a.csv', entries: [], newPlayers: [], gids: [], picks: [[0, 0, 'home']], replaces: false }),
  },
  'POST /api/pools/:poolId/imports/:importId/undo': { expected: toCommissioners('import_not_found') },
  'GET /api/pools/:poolId/file': { expected: commissioners },
  'GET /api/pools/:poolId/picks.csv': { expected: members },
  'GET /api/pools/:poolId/games.csv': { expected: members },
  'GET /api/pools/:poolId/scores.csv': { expected: members },
  'POST /api/pools/packed-file': { expected: { ...admins, admin: 'invalid_input' }, body: () => ({ packed: '' }) },
  'POST /api/pools/file': { expected: { ...admins, admin: 'flawed_pool_file' }, body: () => changedPoolFile },
  'GET /api/pools/:poolId/receipts': { expected: members },
  'GET /api/pools/:poolId/receipts/chain': { expected: members },
  'GET /api/admin/pools': { expected: admins },
  'GET /api/admin/summary': { expected: admins },
  'GET /api/admin/pools/:poolId': { expected: commissioners },
  'POST /api/pools': { expected: admins, body: (n) => ({ name: `Pool number ${n}` }) },
  'PATCH /api/pools/:poolId': {
    expected: commissioners,
    body: () => ({ change: { description: 'Ours' }, seen: { description: '' } }),
  },
  'PUT /api/pools/:poolId/lines/:gid': {
    expected: toCommissioners('line_moves'),
    body: () => ({ spread: 3.5, seen: { spread: null }, reason: 'A typo' }),
  },
  'PUT /api/pools/:poolId/listed': { expected: admins, body: () => ({ enabled: true }) },
  'GET /api/pools/:poolId/money': { expected: members },
  'GET /api/pools/:poolId/money.csv': { expected: members },
  'PUT /api/pools/:poolId/money/plan': {
    expected: commissioners,
    body: () => ({ plan: { fee: 0, week: 0, places: [] }, seen: { fee: 0, week: 0, places: [] } }),
  },
  'PUT /api/pools/:poolId/money/payments/:entryId': {
    expected: commissioners,
    body: () => ({ purpose: 'fee', cents: 2000, seen: { paid: 0, due: 0 } }),
  },
  'GET /api/pools/:poolId/side-tables': { expected: members },
  'PUT /api/pools/:poolId/side-tables': { expected: commissioners, body: () => ({ tables: [], seen: [] }) },
  'POST /api/pools/:poolId/duplicate': { expected: admins },
  'POST /api/pools/:poolId/again': { expected: { ...admins, admin: 'unknown_week' }, body: () => ({ season: 2098 }) },
  'PUT /api/pools/:poolId/members/:userId': { expected: commissioners, body: () => ({ enabled: true }) },
  'PUT /api/pools/:poolId/commissioners/:userId': { expected: commissioners, body: () => ({ enabled: true }) },
  'PUT /api/pools/:poolId/weeks/:weekId': { expected: commissioners, body: () => ({ enabled: true }) },
  'PUT /api/pools/:poolId/weeks': { expected: commissioners, body: () => ({ weekIds: ['2026-week1'] }) },
  'DELETE /api/pools/:poolId/weeks': { expected: commissioners, onSparePool: true },
  'POST /api/pools/:poolId/invite': { expected: commissioners, onSparePool: true },
  'DELETE /api/pools/:poolId': { expected: admins, onSparePool: true },
  'POST /api/pools/:poolId/requests': { expected: all('ok', { ...lockedOut, member: 'already_member' }) },
  'DELETE /api/pools/:poolId/requests': { expected: enabled },
  'PUT /api/pools/:poolId/requests/:userId': {
    expected: toCommissioners('request_not_found'),
    body: () => ({ confirm: true }),
  },
  'POST /api/invites/find': { expected: all('invite_not_found'), body: () => ({ token: 'none' }) },
  'POST /api/invites/follow': { expected: all('invite_not_found', lockedOut), body: () => ({ token: 'none' }) },
  'GET /api/pools/:poolId/weeks/:weekId/missing': { expected: commissioners },
  'POST /api/pools/:poolId/weeks/:weekId/reminders': { expected: commissioners },
  'GET /api/notifications': { expected: enabled },
  'PATCH /api/notifications': { expected: enabled, body: () => ({ hours: 3 }) },
  'GET /api/unsubscribe/:token': { expected: all('link_expired') },
  'POST /unsubscribe/:token': { expected: all('link_expired') },
  'GET /api/calendar': { expected: enabled },
  'PUT /api/calendar': { expected: enabled },
  'DELETE /api/calendar': { expected: enabled },
  'GET /api/calendars/:token': { expected: all('link_expired') },
  'GET /api/season': { expected: enabled },
  'POST /api/admin/season/preview': { expected: admins, body: () => noGames },
  'POST /api/admin/season': { expected: { ...admins, admin: 'flawed_file' }, body: () => noGames },
  'GET /api/pools/:poolId/weeks/:weekId/games': { expected: members },
  'PATCH /api/games/:gid': { expected: admins, body: () => ({ spread: 3.5 }) },
  'PATCH /api/weeks/:weekId/games': {
    expected: { ...admins, admin: 'game_not_found' },
    body: () => ({ games: [{ gid: 'no-such-game', spread: 3.5, seen: { spread: null } }] }),
  },
  'POST /api/weeks/:weekId/games/effect': {
    expected: admins,
    body: () => ({ games: [{ gid: 'no-such-game', homeScore: 3 }] }),
  },
  'PUT /api/pools/:poolId/weeks/:weekId/slate': {
    expected: toCommissioners('slate_not_chosen'),
    body: () => ({ leftOut: [] }),
  },
  'PUT /api/pools/:poolId/weeks/:weekId/tiebreak': {
    expected: toCommissioners('no_tiebreak'),
    body: () => ({ gid: 'no-such-game' }),
  },
  'GET /api/admin/players': { expected: admins },
  'PATCH /api/admin/players/:playerId': { expected: admins, body: (n) => ({ displayName: `Player ${n}` }) },
  'GET /api/pools/:poolId/links': { expected: commissioners },
  'GET /api/entries/:entryId/link/:userId': { expected: toCommissioners('player_linked') },
  'POST /api/entries/:entryId/link/:userId': { expected: toCommissioners('player_linked') },
  'GET /api/entries/:entryId/link': { expected: toCommissioners('player_not_linked') },
  'DELETE /api/entries/:entryId/link': {
    expected: toCommissioners('player_not_linked'),
    body: () => ({ reason: 'a mix-up' }),
  },
  'GET /api/pools/:poolId/entries': { expected: members },
  'GET /api/pools/:poolId/picks': { expected: members },
  'GET /api/pools/:poolId/entries/giving-up': { expected: members },
  'POST /api/pools/:poolId/entries': { expected: { ...players, member: 'too_many_entries' }, body: () => ({}) },
  'PATCH /api/entries/:entryId': { expected: members, body: () => ({ name: null }) },
  'DELETE /api/entries/:entryId': { expected: { ...toMembers('other_player'), member: 'only_entry' } },
  'PUT /api/entries/:entryId/default': {
    expected: { ...toMembers('other_player'), member: 'no_defaults' },
    body: () => ({ value: { side: 'home' } }),
  },
  'PUT /api/entries/:entryId/buy-back': {
    expected: { ...toMembers('buy_back_impossible'), member: 'buy_back_by_commissioner' },
    body: () => ({ weekId: '2026-week1' }),
  },
  'DELETE /api/entries/:entryId/buy-back': {
    expected: { ...toMembers('buy_back_impossible'), member: 'buy_back_by_commissioner' },
    body: () => ({ weekId: '2026-week1' }),
  },
  'GET /api/entries/:entryId/picks': { expected: commissioners },
  'POST /api/pick-link': { expected: all('link_expired'), body: () => ({ token: 'none' }) },
  'POST /api/pick-link/picks': {
    expected: all('link_expired'),
    body: () => ({ token: 'none', entryId: 'none', picks: [{ kind: 'pick', about: 'none', value: { side: 'home' } }] }),
  },
  'PUT /api/entries/:entryId/picks': {
    expected: { ...toMembers('other_player'), member: 'ok' },
    body: () => ({ picks: [{ kind: 'pick', about: 'no-such-game', value: { side: 'away' } }] }),
  },
  'GET /api/admin/audit': { expected: admins },
  'GET /api/admin/security-log': { expected: admins },
  'GET /api/admin/audit.csv': { expected: admins },
  'GET /api/audit/mine': { expected: enabled },
  'POST /api/pools/:poolId/players': { expected: commissioners, body: (n) => ({ displayName: `Paper ${n}` }) },
  'PATCH /api/pools/:poolId/players/:playerId': {
    expected: toCommissioners('player_not_found'),
    body: () => ({ displayName: 'Paper' }),
  },
  'GET /api/pools/:poolId/talk': { expected: members },
  'PUT /api/pools/:poolId/talk': { expected: commissioners, body: () => ({ isOn: false }) },
  'POST /api/pools/:poolId/talk': {
    expected: toMembers('talk_off'),
    body: (n) => ({ text: 'Go Eagles', key: `message ${n}` }),
  },
  'PATCH /api/pools/:poolId/talk/:messageId': {
    expected: toMembers('talk_off'),
    body: () => ({ text: 'Go Birds' }),
  },
  'DELETE /api/pools/:poolId/talk/:messageId': { expected: toMembers('message_not_found') },
  'PUT /api/pools/:poolId/talk/:messageId/reactions': {
    expected: toMembers('talk_off'),
    body: () => ({ kind: 'fire', isOn: true }),
  },
  'PUT /api/pools/:poolId/talk/read': {
    expected: { ...players, member: 'message_not_found' },
    body: () => ({ until: 999_999 }),
  },
  'PUT /api/pools/:poolId/talk/muted/:userId': { expected: commissioners, body: () => ({ muted: false }) },
  'GET /api/pools/:poolId/almanac': { expected: members },
  'GET /api/pools/:poolId/almanac/rivals': { expected: members },
  'GET /api/pools/:poolId/almanac/own': { expected: members },
  'GET /api/pools/:poolId/almanac/chart': { expected: members },
  'GET /api/pools/:poolId/almanac/plan': { expected: commissioners },
  'PUT /api/pools/:poolId/almanac/years': {
    expected: commissioners,
    body: () => ({ year: 2019, places: [], seen: [] }),
  },
  'PUT /api/pools/:poolId/almanac/people/:userId': {
    expected: toCommissioners('unknown_person'),
    body: () => ({ personId: null }),
  },
  'PUT /api/pools/:poolId/almanac/follows': { expected: commissioners, body: () => ({ poolId: null }) },
  'GET /api/pools/:poolId/faces': { expected: members },
  'GET /api/pools/:poolId/faces/:userId': {
    expected: all('face_not_found', { ...lockedOut, member: 'ok', commissioner: 'ok', admin: 'ok' }),
  },
  'PUT /api/pools/:poolId/faces/:userId/hidden': { expected: commissioners, body: () => ({ hidden: false }) },
  'GET /api/profile/face': { expected: enabled },
  'GET /api/profile/face/picture': { expected: all('face_not_found', lockedOut) },
  'PUT /api/profile/face': { expected: all('invalid_input', lockedOut) },
  'DELETE /api/profile/face': { expected: enabled },
  'GET /api/admin/faces': { expected: admins },
  'GET /api/admin/faces/:userId': { expected: admins },
  'PUT /api/admin/faces/:userId/stopped': { expected: admins, body: () => ({ stopped: false }) },
  'GET /api/pools/:poolId/hooks': { expected: commissioners },
  'POST /api/pools/:poolId/hooks': {
    expected: commissioners,
    body: (n) => ({ kind: 'standard', address: `https://hooks.example.org/${n}`, topics: ['week.opened'], hours: 3 }),
  },
  'DELETE /api/pools/:poolId/hooks/:hookId': { expected: toCommissioners('hook_not_found') },
  'POST /api/pools/:poolId/hooks/:hookId/test': { expected: toCommissioners('hook_not_found') },
  'POST /api/pools/:poolId/hooks/:hookId/deliveries/:deliveryId/replay': {
    expected: toCommissioners('hook_not_found'),
  },
  'POST /api/pools/:poolId/announcements': { expected: commissioners, body: () => ({ text: 'Dues are due' }) },
  'PUT /api/pools/:poolId/announcements/read': {
    expected: { ...players, member: 'announcement_not_found' },
    body: () => ({ until: 1 }),
  },
  'GET /api/pools/:poolId/log': { expected: members },
  'GET /api/pools/:poolId/weeks/:weekId/matchup': { expected: members },
  'GET /api/pools/:poolId/weeks/:weekId/active-players': { expected: members },
  'GET /api/pools/:poolId/weeks/:weekId/shares': { expected: members },
  'GET /api/pools/:poolId/weeks/:weekId/leader': { expected: members },
  'GET /api/pools/:poolId/standings': { expected: members },
  'GET /api/pools/:poolId/lab': { expected: members },
  'GET /api/teams': { expected: enabled },
  'GET /api/teams/:abbr': { expected: enabled },
  'POST /api/teams/initialise': { expected: enabled },
  'GET /api/games/:gid/records': { expected: enabled },
  'GET /api/team-records': { expected: enabled },
  'GET /api/feed': { expected: admins },
  'GET /api/admin/drill': { expected: admins },
  'POST /api/admin/drill': { expected: { ...admins, admin: 'drill_near_lock' } },
};
