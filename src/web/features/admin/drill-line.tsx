import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DrillCheck, DrillReply, DrillResult } from '#contract/drill.ts';
import { formatDay, formatTime } from '#core/kickoff-text.ts';
import { capital, counted, listText } from '#core/listed.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useAuth } from '#web/lib/session-provider.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { drillQuery } from './queries.ts';

const stateBadges: Readonly<Record<DrillCheck['state'], { tone: 'good' | 'bad' | 'plain'; text: string }>> = {
  ok: { tone: 'good', text: 'OK' },
  red: { tone: 'bad', text: 'Red' },
  off: { tone: 'plain', text: 'Not checked' },
};

/** What the last drill found. The demo has none. */
export function DrillLine() {
  const { demo } = useAuth();
  return demo ? null : <LeagueDrill />;
}

function LeagueDrill() {
  const client = useQueryClient();
  const drill = useQuery(drillQuery);
  const starting = useMutation({
    mutationFn: () => call('POST /api/admin/drill', {}),
    onError: (error) => console.error('Error starting a drill', error),
    onSettled: () => client.invalidateQueries({ queryKey: drillQuery.queryKey }),
  });
  return (
    <Loaded query={drill} failure="Couldn't load the last drill" skeleton={<Skeleton className="mt-3 h-24 sm:h-12" />}>
      {(reply) => (
        <DrillPanel
          reply={reply}
          isStarting={starting.isPending}
          refusal={starting.isError ? failureText(starting.error) : null}
          onStart={() => starting.mutate()}
        />
      )}
    </Loaded>
  );
}

interface DrillPanelProps {
  readonly reply: DrillReply;
  readonly isStarting: boolean;
  /** Why the last drill was not started. */
  readonly refusal: string | null;
  readonly onStart: () => void;
}

/** One line, and the details behind it. */
export function DrillPanel({ reply: { last, isRunning }, isStarting, refusal, onStart }: DrillPanelProps) {
  const isBusy = isRunning || isStarting;
  const isRed = last !== null && redChecks(last).length > 0;
  return (
    <section aria-label="Drill" className="panel mt-3 px-4">
      <details>
        <summary className="min-h-24 py-3 sm:min-h-12">
          <span className={isRed ? 'text-red' : 'text-ink-soft'}>
            <DrillSign last={last} /> {drillText(last)}
          </span>
        </summary>
        {last !== null && (
          <ul className="-mx-2 mb-3 overflow-hidden rounded-lg">
            {last.checks.map(({ check, state, text }) => (
              <li key={check} className="striped-row px-4 py-2.5">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {capital(check)}
                  <Badge tone={stateBadges[state].tone}>{stateBadges[state].text}</Badge>
                </p>
                <p className="text-sm break-words text-ink-soft">{text}</p>
              </li>
            ))}
          </ul>
        )}
        <Refusal text={refusal} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
          <Button tone="plain" isPaused={isBusy} onClick={onStart}>
            Run the drill now
          </Button>
          <p role="status" className="text-sm text-ink-soft">
            {isBusy ? 'Trying the newest backup...' : 'It also runs on Wednesdays at 4 AM Eastern.'}
          </p>
        </div>
      </details>
    </section>
  );
}

function DrillSign({ last }: { readonly last: DrillResult | null }) {
  if (last === null) return <Icon name="clock" className="inline-block size-5 align-text-bottom" />;
  if (redChecks(last).length > 0)
    return <Icon name="alert" label="Red" className="inline-block size-5 align-text-bottom" />;
  const isGreen = last.restored !== null;
  return (
    <Icon
      name={isGreen ? 'check' : 'clock'}
      className={`inline-block size-5 align-text-bottom ${isGreen ? 'text-turf' : ''}`}
    />
  );
}

/** The result of a drill in one line. @param timeZone the device's own by default */
export function drillText(last: DrillResult | null, timeZone?: string): string {
  if (last === null) return 'No drill yet: the newest backup has not been tried.';
  const { at, restored } = last;
  const drill = `Drill on ${formatDay(at, timeZone)}`;
  const red = redChecks(last);
  if (red.length > 0) return `${drill}: ${red.map(({ text }) => text).join(' ')}`;
  if (restored === null) return `${drill}: the backup was not checked. ${restText(last)}`.trimEnd();
  const { madeAt, scores } = restored;
  const day = formatDay(madeAt, timeZone) === formatDay(at, timeZone) ? '' : `${formatDay(madeAt, timeZone)}, `;
  const backup = `backup of ${day}${formatTime(madeAt, timeZone)} restored`;
  return `${drill}: ${backup}, ${counted(scores, 'score')} recounted, all right.`;
}

/** What was looked at, of a drill without anything red. */
function restText({ checks }: DrillResult): string {
  const fine = checks.filter(({ state }) => state === 'ok').map(({ check }) => check);
  if (fine.length === 0) return '';
  return `${capital(listText(fine))} ${fine.length === 1 ? 'is' : 'are'} all right.`;
}

function redChecks({ checks }: DrillResult): readonly DrillCheck[] {
  return checks.filter(({ state }) => state === 'red');
}
