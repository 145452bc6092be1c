import type { UserListing } from '#contract/admin.ts';

/** A value with its text. */
export type Option = readonly [value: string, text: string];

/** People to choose from. Namesakes are told apart by their addresses. */
export function userOptions(users: readonly UserListing[]): Option[] {
  const text = ({ displayName, email }: UserListing): string =>
    users.filter((user) => user.displayName === displayName).length > 1
      ? `${displayName} (${email ?? 'no account'})`
      : displayName;
  return users.map((user) => [user.id, text(user)] as const).sort(([, a], [, b]) => a.localeCompare(b));
}
