import { useEffect, useState } from 'react';
import type { LabReply } from '#contract/standings.ts';
import type { LabResult } from '#core/rules/lab.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { LabQuestion } from './lab-worker.ts';

interface Answered {
  readonly others: PoolRules;
  readonly result: LabResult;
}

/** What other rules make of a season; null until it is worked out, and 'failed' where it cannot be. */
export function useLab(season: LabReply, rules: PoolRules, others: PoolRules): LabResult | 'failed' | null {
  const [worker, setWorker] = useState<Worker | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [answered, setAnswered] = useState<Answered | null>(null);
  useEffect(() => {
    const made = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' });
    made.onerror = (event) => {
      console.error('Error working out other rules', event.message);
      setFailed(true);
    };
    setWorker(made);
    return () => made.terminate();
  }, []);
  useEffect(() => {
    if (worker === null) return;
    worker.onmessage = ({ data }: MessageEvent<LabResult>) => setAnswered({ others, result: data });
    worker.postMessage({ season, rules, others } satisfies LabQuestion);
  }, [worker, season, rules, others]);
  if (hasFailed) return 'failed';
  return answered?.others === others ? answered.result : null;
}
