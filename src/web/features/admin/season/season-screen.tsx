import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SeasonRequest } from '#contract/season.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { SeasonForm } from './season-form.tsx';
import { SeasonPreviewPanel } from './season-preview.tsx';

const columns = [
  ['game_id', 'a name for the game that stays the same'],
  ['season, week', 'the year and the number of the week'],
  ['game_type', 'REG, or WC, DIV, CON, SB after the season'],
  ['gameday, gametime', '2026-09-13 and 13:00, Eastern time; no time yet: leave it empty'],
  ['away_team, home_team', 'abbreviations, such as KC'],
  ['away_score, home_score', 'empty until the game is over'],
  ['spread_line', 'above 0: the home team is favored; empty: no line yet'],
] as const;

/** Fills the league with the games of a season: looked at first, then loaded. */
export function SeasonScreen() {
  const previewing = useMutation({
    mutationFn: (body: SeasonRequest) => call('POST /api/admin/season/preview', { body }),
    onError: (error) => console.error('Error previewing a season', error),
  });
  const loading = useLoad();
  const request = previewing.variables;
  return (
    <Screen title="Load season" over="Admin">
      <div className="halves">
        <PanelSection title="Where the games come from">
          <SeasonForm
            isPending={previewing.isPending}
            isPreviewed={previewing.isSuccess}
            onChange={() => {
              previewing.reset();
              loading.reset();
            }}
            onPreview={(next) => previewing.mutate(next)}
          />
          <Refusal text={previewing.isError ? failureText(previewing.error) : null} />
        </PanelSection>
        {previewing.isSuccess && request ? (
          <SeasonPreviewPanel
            preview={previewing.data}
            isLoading={loading.isPending}
            refusal={loading.isError ? failureText(loading.error) : null}
            onLoad={() => loading.mutate(request)}
          />
        ) : (
          <SeasonColumns />
        )}
      </div>
    </Screen>
  );
}

/** Loads, and leads on to the pools. */
function useLoad() {
  const client = useQueryClient();
  const toast = useToast();
  const go = useNavigate();
  const loading = useMutation({
    mutationFn: (body: SeasonRequest) => call('POST /api/admin/season', { body }),
    onSuccess: ({ season, added, changed }) => {
      toast({
        type: 'success',
        title: `Season ${season} is loaded`,
        message: `${added} games added, ${changed} changed.`,
      });
      void client.invalidateQueries();
    },
    onError: (error) => console.error('Error loading a season', error),
  });
  useEffect(() => {
    if (loading.isSuccess) go('/admin/pools');
  }, [loading.isSuccess, go]);
  return loading;
}

/** What a file of games has to have. */
function SeasonColumns() {
  return (
    <PanelSection title="What the file needs">
      <p className="mb-3 text-ink-soft">
        One line for each game. The first line names these columns, in any order; others are left out. The games file of
        nflverse has them all.
      </p>
      <dl className="grid gap-2 text-sm">
        {columns.map(([column, meaning]) => (
          <div key={column}>
            <dt className="font-medium">{column}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </PanelSection>
  );
}
