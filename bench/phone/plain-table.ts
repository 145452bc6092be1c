/** The baseline of the Matchup: all members in a table that is written anew, as a page without a framework would. */

/** Runs in the page. */
export function drawPlainTable(members: number): void {
  document.body.innerHTML = '<table><thead></thead><tbody></tbody></table>';
  const style = document.createElement('style');
  style.textContent = 'td, th { height: 56px; width: 56px; border-bottom: 1px solid #ccc; font: 12px sans-serif }';
  document.head.append(style);
  Object.assign(window, { members });
}

/** Runs in the page: every member's row, as it is after a change. */
export function redrawPlainTable(round: number): void {
  const { members } = window as unknown as { members: number };
  const marks = ['✓', '✕', '●'];
  const rows: string[] = [];
  for (let member = 0; member < members; member += 1) {
    const cells: string[] = [];
    for (let game = 0; game < 16; game += 1) cells.push(`<td>KC ${marks[(member + game + round) % 3]}</td>`);
    rows.push(`<tr><th>Player ${member}</th>${cells.join('')}<td>${round}</td><td>${round + member}</td></tr>`);
  }
  const body = document.querySelector('tbody');
  if (body) body.innerHTML = rows.join('');
}
