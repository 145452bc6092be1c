import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ScrollArea } from '#web/ui/scroll-area.tsx';

/** A column of a chart, such as a week. */
export interface Column {
  readonly id: string;
  readonly short: string;
  readonly name: string;
}

interface ChartTableProps {
  /** What the numbers are: `Rank after each week`. */
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly isOwn: boolean;
    /** By index of the column; null where there is none. */
    readonly values: readonly (number | null)[];
  }[];
}

/** The numbers of a chart, behind a button. */
export function ChartTable(props: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        tone="plain"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="no-print mt-3 w-full"
      >
        {isOpen ? 'Hide the table' : 'Show as a table'}
      </Button>
      <div id={id}>{isOpen && <Numbers {...props} />}</div>
    </>
  );
}

function Numbers({ title, columns, rows }: ChartTableProps) {
  return (
    <ScrollArea aria-label={title} className="course-table mt-3">
      <table>
        <caption className="sr-only">{title}</caption>
        <thead className="label text-ink-soft">
          <tr>
            <th scope="col">Name</th>
            {columns.map(({ id, short, name }) => (
              <th key={id} scope="col">
                <abbr title={name} className="no-underline">
                  {short}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={row.isOwn ? 'own-row' : ''}>
              <th scope="row" className="font-medium" title={row.name}>
                {row.name}
              </th>
              {columns.map(({ id }, at) => (
                <td key={id}>{row.values[at] ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
