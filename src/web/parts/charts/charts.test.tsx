import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { columnTicks } from './axes.tsx';
import { axisMarks, ColumnChart } from './column-chart.tsx';
import type { ChartLine } from './line-chart.tsx';
import { LineChart, nearest } from './line-chart.tsx';

const lines: readonly ChartLine[] = [
  { id: 'ann', values: [1, 1, 2], tone: 'leader' },
  { id: 'bob', values: [3, 2, 1], tone: 'own' },
  { id: 'cid', values: [2, null, 3], tone: 'other' },
  { id: 'dee', values: [3, 2, 3], tone: 'other' },
];
const rows = [
  [1, '1st'],
  [3, '3rd'],
] as const;

function drawn(columns: readonly string[], shown: readonly ChartLine[]): string {
  return renderToStaticMarkup(
    <LineChart label="From 3rd to 1st" columns={columns} lines={shown} edges={[1, 3]} rows={rows} textOf={() => ''} />,
  );
}

describe('A line chart', () => {
  it('has a sentence for a label, the own line, the leader, and all others as one path', () => {
    const html = drawn(['W1', 'W2', 'W3'], lines.toSpliced(2, 1));
    expect(html).toContain('aria-label="From 3rd to 1st"');
    expect(html.match(/class="chart-other" d="M[^M"]+"/g)).toHaveLength(1);
    expect(html).toMatch(/class="chart-own" d="M0,100C/);
    expect(html).toMatch(/class="chart-own chart-end" d="M100,0h0"/);
    expect(html).toMatch(/class="chart-leader chart-end" d="M100,50h0"/);
    expect(html).toContain('Tap a line to see whose it is.');
  });

  it('goes on over a gap, with a dot for each value, and shows a single column as points in the middle', () => {
    const html = drawn(['W1', 'W2', 'W3'], lines.slice(2, 3));
    expect(html).toContain('class="chart-other" d="M0,50L100,100"');
    expect(html).toContain('class="chart-other chart-dots" d="M0,50h0M100,100h0"');
    expect(drawn(['W1'], [{ id: 'ann', values: [2], tone: 'own' }])).toContain('d="M50,50h0"');
  });

  it('names the line that is nearest to a tap, and by another tap the next at the same place', () => {
    expect(nearest(lines, 2, 1.2, null)).toBe('bob');
    expect(nearest(lines, 1, 2.4, null)).toBe('bob');
    expect(nearest(lines, 1, 2.4, { id: 'bob', column: 1 })).toBe('dee');
    expect(nearest(lines, 1, 2.4, { id: 'dee', column: 1 })).toBe('bob');
    expect(nearest([], 0, 1, null)).toBeNull();
  });
});

describe('A column chart', () => {
  it('has a column for each value, and marks the highest', () => {
    const html = renderToStaticMarkup(
      <ColumnChart label="7 to 12 points" columns={['W1', 'W2', 'W3']} values={[7, null, 12]} />,
    );
    expect(html).toContain('aria-label="7 to 12 points"');
    expect(html.match(/<rect/g)).toHaveLength(2);
    expect(html).toMatch(/class="chart-best"[^>]* y="20" height="80"/);
    expect(html).toMatch(/class="chart-value label"[^>]*>7</);
  });

  it.each([
    [13, [0, 5, 10, 15]],
    [16, [0, 5, 10, 15, 20]],
    [120, [0, 50, 100, 150]],
    [7, [0, 2, 4, 6, 8]],
    [3, [0, 1, 2, 3]],
    [0, [0, 1]],
  ])('up to %d has an axis with the marks %j', (most, marks) => {
    expect(axisMarks(most)).toEqual(marks);
  });
});

it('labels all columns if they fit on a phone, otherwise some, always the last', () => {
  const texts = (count: number) =>
    columnTicks(
      Array.from({ length: count }, (_, at) => `W${at + 1}`),
      (at) => at,
    ).map(({ text }) => text);
  expect(texts(7)).toHaveLength(7);
  expect(texts(18)).toEqual(['W3', 'W6', 'W9', 'W12', 'W15', 'W18']);
});
