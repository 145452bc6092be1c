import { useQuery } from '@tanstack/react-query';
import { COMMAND_LINE } from '#contract/log.ts';
import type { AuditGroup } from '#core/audit.ts';
import { auditGroups } from '#core/audit.ts';
import { usersQuery } from '#web/features/admin/queries.ts';
import type { AuditFilters } from '#web/parts/audit/audit-query.ts';
import { poolsQuery } from '#web/parts/queries.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import type { Option } from './user-options.ts';
import { userOptions } from './user-options.ts';

interface LogFiltersProps {
  readonly filters: AuditFilters;
  readonly onChange: (filters: AuditFilters) => void;
}

const groupNames: Readonly<Record<AuditGroup, string>> = {
  games: 'Games',
  picks: 'Picks',
  users: 'Users',
  pools: 'Pools',
};
const groups: readonly Option[] = auditGroups.map((group) => [group, groupNames[group]]);

export function LogFilters({ filters, onChange }: LogFiltersProps) {
  const { data: people } = useQuery(usersQuery);
  const { data: pools = [] } = useQuery(poolsQuery);
  const users = people?.users ?? [];
  const filter = (name: keyof AuditFilters, label: string, all: string, options: readonly Option[]) => (
    <SelectField
      label={label}
      value={filters[name] ?? ''}
      options={[['', all], ...options]}
      onChange={(value) => onChange(withFilter(filters, name, value))}
    />
  );
  return (
    <search aria-label="Filter the log" className="mb-2 grid grid-cols-2 gap-x-3 md:grid-cols-4">
      {filter('group', 'What', 'Everything', groups)}
      {filter('actorId', 'Admin', 'All admins', [
        ...userOptions(users.filter(({ isAdmin }) => isAdmin)),
        [COMMAND_LINE, 'The command line'],
      ])}
      {filter('userId', 'Person concerned', 'Everybody', userOptions(users))}
      {filter(
        'poolId',
        'Pool',
        'All pools',
        pools.map(({ id, name }) => [id, name] as const),
      )}
    </search>
  );
}

function withFilter(filters: AuditFilters, name: keyof AuditFilters, value: string): AuditFilters {
  const { [name]: _, ...others } = filters;
  return value === '' ? others : { ...others, [name]: value };
}
