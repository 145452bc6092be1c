import type { Locator } from '@playwright/test';

/** The value of a rule in a rulebook, which opens its control. */
export function ruleValue(book: Locator, label: string): Locator {
  return book.locator('[aria-expanded]').and(book.getByRole('button', { name: new RegExp(`^${label}: `) }));
}

/** Opens the control of a rule, which is added first if the rulebook doesn't show it. */
export async function openRule(book: Locator, label: string): Promise<Locator> {
  const value = ruleValue(book, label);
  await book.getByRole('button', { name: 'Add a rule' }).waitFor();
  if (!(await value.isVisible())) {
    await book.getByRole('button', { name: 'Add a rule' }).click();
    await book.getByLabel('Find a rule').fill(label);
    await book.getByRole('button', { name: new RegExp(`^${label}\\s*Now: `) }).click();
  } else if ((await value.getAttribute('aria-expanded')) === 'false') {
    await value.click();
  }
  return book.getByRole('group', { name: label, exact: true });
}

/** Sets a rule to one of its choices; a number that has a stepper is counted up or down. */
export async function setRule(book: Locator, label: string, choice: string): Promise<void> {
  const control = await openRule(book, label);
  const shown = control.getByRole('button', { name: choice, exact: true });
  if (await shown.isVisible()) return shown.click();
  const list = control.getByRole('combobox');
  if (await list.isVisible()) {
    await list.selectOption({ label: choice });
    return;
  }
  const text = control.getByRole('status');
  for (const way of ['more', 'fewer'] as const) {
    const step = control.getByRole('button', { name: `${label}: ${way}` });
    while ((await text.textContent()) !== choice && (await step.getAttribute('aria-disabled')) !== 'true')
      await step.click();
  }
}
