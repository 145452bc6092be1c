import { useQuery } from '@tanstack/react-query';
import { keptTexts } from '#core/rules/sentences.ts';
import { ruleText } from '#core/rules/words.ts';
import { weekName } from '#core/weeks.ts';
import { Link } from '#web/lib/navigation.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { usePool } from '#web/parts/pool-context.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { LinesPanel } from './lines-panel.tsx';
import type { ManageProps } from './pool-manager.tsx';
import { SlatePanel } from './slate-panel.tsx';
import { Statistic } from './statistic.tsx';
import { WeeksPanel } from './weeks-panel.tsx';

/** When the picks of the weeks lock, their games and frozen lines, and which weeks are played. */
export function WeeksSection({ pool, addresses }: ManageProps) {
  const active = pool.weeks.filter(({ enabled }) => enabled).length;
  return (
    <div className="halves">
      <div className="grid gap-4">
        <Statistic title="Active Weeks" value={active} note={pool.currentWeekId && weekName(pool.currentWeekId)} />
        <LockPanel pool={pool} addresses={addresses} />
        {pool.settings.rules.tiebreak !== 'none' && <TiebreakPanel poolId={pool.id} />}
        <SlatePanel pool={pool} />
        <LinesPanel pool={pool} />
      </div>
      <WeeksPanel pool={pool} />
    </div>
  );
}

/** When the picks of a week lock. It is one of the rules, which the settings change. */
function LockPanel({ pool: { id, settings, currentWeekId }, addresses }: ManageProps) {
  const weekRules = useQuery(poolQuery(id)).data?.weekRules ?? {};
  const kept = keptTexts(settings.rules, weekRules, currentWeekId).get('deadline');
  return (
    <PanelSection title="Picks lock">
      <p>{ruleText('deadline', settings.rules)}</p>
      {kept && <p className="text-ink-soft">{kept}</p>}
      <Link to={addresses.base} className={`${buttonLook('plain')} mt-3`}>
        Change it in Settings
      </Link>
    </PanelSection>
  );
}

/** Where the tiebreak game of a week is named. */
function TiebreakPanel({ poolId }: { readonly poolId: string }) {
  const { select } = usePool();
  return (
    <PanelSection title="Tiebreak game">
      <p>
        The week's last game, unless you{' '}
        <Link to="/picks" className="text-amber underline underline-offset-4" onClick={() => select(poolId)}>
          name another one on Picks
        </Link>
        .
      </p>
    </PanelSection>
  );
}
