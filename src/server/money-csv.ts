import type { MoneyReply, Noted } from '#contract/money.ts';
import type { Cents } from '#core/money.ts';
import { FEE } from '#core/money.ts';
import { csvLine } from './csv/csv-text.ts';

const columns = ['player', 'for', 'place', 'amount', 'paid', 'noted_by', 'noted_at'];

/** A pool's money as CSV with a header: a line for each fee and each share of a prize, amounts in dollars, times in UTC. */
export function moneyCsv({ plan, entries, prizes }: MoneyReply): string {
  const names = new Map(entries.map(({ id, name }) => [id, name]));
  const fees = entries
    .filter(({ paid, isPlaying }) => paid > 0 || (isPlaying && plan.fee > 0))
    .map(({ name, paid, noted, isPlaying }) => line(name, FEE, '', isPlaying ? plan.fee : 0, paid, noted));
  const shares = prizes.flatMap(({ of, shares }) =>
    shares.map(({ id, rank, cents, paid, noted }) =>
      line(names.get(id) ?? id, of, rank === undefined ? '' : String(rank), cents, paid, noted),
    ),
  );
  return [columns, ...fees, ...shares].map(csvLine).join('');
}

function line(name: string, purpose: string, place: string, cents: Cents, paid: Cents, noted: Noted | null): string[] {
  const by = noted === null ? ['', ''] : [noted.by.name, new Date(noted.at).toISOString()];
  return [name, purpose, place, amount(cents), amount(paid), ...by];
}

function amount(cents: Cents): string {
  return (cents / 100).toFixed(2);
}
