import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Icon } from '#web/ui/icon.tsx';
import { StatusBadge } from './game-status.tsx';
import { PickMark } from './pick-mark.tsx';

describe('A game', () => {
  it.each([
    ['Not Started', 'gray clock', 'clock', 'text-ink-faint'],
    ['In Progress', 'blue clock', 'clock', 'text-blue'],
    ['Final', 'green check', 'check', 'text-turf'],
  ] as const)('that is %s has a %s', (status, _look, icon, color) => {
    const badge = renderToStaticMarkup(<StatusBadge game={{ status, void: null }} />);
    expect(badge).toContain(renderToStaticMarkup(<Icon name={icon} className={`size-4 ${color}`} />));
    expect(badge).toContain(`>${status}</span>`);
  });
});

describe('A pick', () => {
  it.each([
    ['correct', 'green check', 'check', 'text-turf', 'Correct pick'],
    ['incorrect', 'red cross', 'cross', 'text-red', 'Incorrect pick'],
  ] as const)('that is %s has a %s', (result, _look, icon, color, label) => {
    expect(renderToStaticMarkup(<PickMark result={result} />)).toBe(
      renderToStaticMarkup(<Icon name={icon} label={label} className={`${color} size-4`} />),
    );
  });

  it('that waits for its result has a blue dot', () => {
    const mark = renderToStaticMarkup(<PickMark result="pending" />);
    expect(mark).toContain('title="Pick made - waiting for result"');
    expect(mark).toContain('rounded-full bg-blue');
  });
});
