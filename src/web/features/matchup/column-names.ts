/** The sortable columns by the names on their heads (section 2, Matchup). */
export const columnNames = { week: 'Week', overall: 'Overall' } as const;
