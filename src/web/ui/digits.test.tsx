import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Digits } from './digits.tsx';

function widths(value: number | string): string[] {
  return [...renderToStaticMarkup(<Digits value={value} />).matchAll(/w-\[([\d.]+em)\]/g)].map(
    ([, width = '']) => width,
  );
}

it('a leading blank is as wide as a digit, so that numbers align', () => {
  expect(widths(' 0')).toEqual(widths('13'));
});

it('the colon of a clock is narrow', () => {
  const [ten, one, colon] = widths('45:09');
  expect(ten).toBe(one);
  expect(colon).not.toBe(one);
});
