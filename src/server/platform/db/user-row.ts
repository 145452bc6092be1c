import type { User } from '#core/types.ts';
import type { UserTable } from './schema.ts';

export function toUser(row: Omit<UserTable, 'account_id' | 'created_at'>): User {
  return {
    id: row.id,
    displayName: row.display_name,
    isEnabled: row.is_enabled === 1,
    isAdmin: row.is_admin === 1,
    defaultPoolId: row.default_pool_id,
  };
}
