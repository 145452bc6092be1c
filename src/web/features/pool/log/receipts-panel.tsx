import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { counted } from '#core/listed.ts';
import type { Checked, Correction, Finding } from '#core/receipts/check.ts';
import { closedText, findingsTitle, findingText, proofSentences, rangesText } from '#core/receipts/check.ts';
import { receiptFileName } from '#core/receipts/file.ts';
import type { Hash } from '#core/receipts/receipts.ts';
import { SHOWN_DIGITS, shownHash, typedHash } from '#core/receipts/receipts.ts';
import { weekName } from '#core/weeks.ts';
import type { SectionProps } from '#web/features/pool/sections.tsx';
import { addressOf } from '#web/lib/api.ts';
import { webHash } from '#web/lib/sha256.ts';
import { trustReceipt, useLostReceipt } from '#web/parts/receipts/use-lost-receipt.ts';
import { useWeekChoice } from '#web/parts/week-choice.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Failure } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import type { PoolCheck } from './check-pool.ts';
import { checkPool, receiptsOf } from './check-pool.ts';
import type { Known } from './receipt-words.ts';
import { changeText, correctionTitle, momentText, namesFrom } from './receipt-words.ts';

/** In place of a week: all of them. */
const ALL = '';

/** Checks the lock receipts of the pool in the browser, and says what that proves. */
export function ReceiptsPanel({ pool }: SectionProps) {
  const [week, setWeek] = useState(useWeekChoice(pool).weekId ?? ALL);
  const weekId = week === ALL ? undefined : week;
  return (
    <div className="mt-4 grid gap-5">
      <div className="max-w-md">
        <SelectField
          label="Week"
          note={weekId && `Every receipt is checked, and the picks that those of ${weekName(weekId)} list.`}
          value={week}
          options={[[ALL, 'All Weeks'], ...pool.weeks.map((id) => [id, weekName(id)] as const)]}
          onChange={setWeek}
        />
      </div>
      {webHash === null ? (
        <p>This browser checks receipts only at an https address. Save them and check them with verify.mjs.</p>
      ) : (
        <Check key={week} pool={pool} weekId={weekId} hash={webHash} />
      )}
      <div>
        <a
          href={addressOf('GET /api/pools/:poolId/receipts', receiptsOf(pool.id, weekId))}
          download
          className={buttonLook('plain')}
        >
          Save the receipts
        </a>
        <p className="mt-2 text-sm break-words text-ink-soft">
          <a href="/verify.mjs" download className="text-blue underline">
            verify.mjs
          </a>{' '}
          checks them anywhere: <code className="inline-block">node verify.mjs {receiptFileName(weekId)}</code>
        </p>
      </div>
      <p className="text-sm text-ink-soft">{proofSentences.join(' ')}</p>
    </div>
  );
}

interface CheckProps extends SectionProps {
  /** The only week whose lists are checked; undefined to check those of all weeks. */
  readonly weekId: string | undefined;
  readonly hash: Hash;
}

/** The check with its result. It runs when the panel opens, and again when asked. */
function Check({ pool, weekId, hash }: CheckProps) {
  const client = useQueryClient();
  const lost = useLostReceipt(pool);
  const [typed, setTyped] = useState<string | null>(null);
  const check = useQuery({
    queryKey: ['receiptCheck', pool.id, weekId, typed],
    queryFn: ({ signal }) => checkPool(client, hash, { poolId: pool.id, weekId }, typed, signal),
    // It is a long call, and its result is about one moment.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    meta: { failure: 'Error reading the lock receipts' },
  });
  const result = check.isFetching ? undefined : check.data;

  function checkAgain(digits: string | null): void {
    if (digits === typed) void check.refetch();
    else setTyped(digits);
  }

  return (
    <>
      {check.isError && !check.isFetching ? (
        <Failure title="Couldn't check the receipts" error={check.error} onRetry={() => void check.refetch()} />
      ) : (
        <div aria-busy={check.isFetching}>
          <div role="status">
            {check.isFetching && <p className="min-h-11">Checking …</p>}
            {result && 'checked' in result && <Summary {...result} />}
          </div>
          {result && ('checked' in result ? <Details {...result} /> : <Refusal text={result.problem} />)}
          {lost && result && 'checked' in result && (
            <Button
              tone="plain"
              className="mt-3"
              onClick={() => {
                trustReceipt(client, pool, result.checked.latest);
                checkAgain(typed);
              }}
            >
              Trust this chain from now on
            </Button>
          )}
        </div>
      )}
      <HashForm isPaused={check.isFetching} onCheck={checkAgain} />
    </>
  );
}

/** Whether all receipts hold, in one sentence. */
function Summary({ checked: { receipts, lines, latest, findings, corrections }, typedNumber, weekId }: PoolCheck) {
  if (findings.length > 0) return <h3 className="heading text-lg text-red">{findingsTitle(findings)}</h3>;
  if (latest === null) return <p className="text-ink-soft">No game has locked in this pool yet.</p>;
  const all = receipts === 1 ? 'The only receipt holds' : `All ${receipts.toLocaleString('en-US')} receipts hold`;
  return (
    <p className="flex items-start gap-2 rounded-lg bg-turf-wash px-3 py-2.5 text-turf">
      <Icon name="check" />
      <span>
        {all}: {counted(lines, 'line')}
        {weekId !== undefined && ` of ${weekName(weekId)}`}, the latest is {shownHash(latest.hash)}.
        {corrections.length > 0 && ` What was corrected after a lock is below.`}
        {typedNumber !== null && ` The hash you entered is that of receipt ${typedNumber}.`}
      </span>
    </p>
  );
}

/** Findings that are listed. More come only from a chain that was rebuilt, and say the same. */
const MOST_LISTED = 100;

/** What was changed, corrected and written late. */
function Details({ checked: { findings, corrections, late, closed }, known }: PoolCheck) {
  return (
    <>
      <Findings findings={findings} known={known} />
      {corrections.length > 0 && (
        <Folded title={counted(corrections.length, 'correction')}>
          <Corrections corrections={corrections} known={known} />
        </Folded>
      )}
      {late.length > 0 && (
        <Folded title={`${late.length} written late`}>
          <p className="text-sm text-ink-soft">
            {rangesText(late)}. They may be from before receipts existed, from an import, or from a time when the server
            was down.
          </p>
        </Folded>
      )}
      {closed > 0 && <p className="text-sm text-ink-soft">{closedText(closed)}</p>}
    </>
  );
}

function Findings({ findings, known }: { readonly findings: readonly Finding[]; readonly known: Known }) {
  if (findings.length === 0) return null;
  const names = namesFrom(known);
  const texts = [...new Set(findings.slice(0, MOST_LISTED).map((finding) => findingText(finding, names)))];
  return (
    <ul className="mt-2 grid gap-2 rounded-lg bg-red-wash px-3 py-2.5 wrap-anywhere">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {findings.length > MOST_LISTED && <li>And {(findings.length - MOST_LISTED).toLocaleString('en-US')} more.</li>}
    </ul>
  );
}

function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-11 py-2.5 text-ink-soft">{title}</summary>
      {children}
    </details>
  );
}

interface CorrectionsProps {
  readonly corrections: Checked['corrections'];
  readonly known: Known;
}

/** The latest first, as in the log. */
function Corrections({ corrections, known }: CorrectionsProps) {
  return (
    <ol className="-mx-2 overflow-hidden rounded-lg">
      {corrections.toReversed().map((correction) => (
        <li key={correction.number} className="striped-row px-4 py-3">
          <ul className="text-sm break-words">
            {textsOf(correction, known).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
            <span>{correctionTitle(correction, known)}</span>
            <span>{momentText(correction.madeAt)}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

function textsOf({ changes }: Correction, known: Known): readonly string[] {
  return [...new Set(changes.map((change) => changeText(change, known)))];
}

interface HashFormProps {
  readonly isPaused: boolean;
  /** @param digits null if the field is empty */
  readonly onCheck: (digits: string | null) => void;
}

/** Checks again, also against a hash that somebody kept. */
function HashForm({ isPaused, onCheck }: HashFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isPaused) return;
    const digits = typedHash(text);
    const isWrong = digits === null && text.trim() !== '';
    setError(isWrong ? `Enter at least ${SHOWN_DIGITS} digits of it: 0 to 9 and a to f.` : null);
    if (!isWrong) onCheck(digits);
  }

  return (
    <form onSubmit={submit} noValidate className="max-w-md">
      <TextField
        label="A lock receipt you kept, from an email or a printout"
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
        error={error}
      />
      <Button type="submit" tone="plain" isPaused={isPaused}>
        Check again
      </Button>
    </form>
  );
}
