import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SeasonWish } from '#contract/season.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useGo } from '#web/lib/navigation.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { PanelSection } from './panel-section.tsx';
import { SeasonColumns } from './season-columns.tsx';
import { SeasonForm } from './season-form.tsx';
import { SeasonPreviewPanel } from './season-preview.tsx';

/** Fills the league with the games of a season: looked at first, then loaded. */
export function SeasonScreen() {
  const previewing = useMutation({
    mutationFn: (body: SeasonWish) => call('POST /api/admin/season/preview', { body }),
    onError: (error) => console.error('Error previewing a season', error),
  });
  const loading = useLoad();
  const wish = previewing.variables;
  return (
    <Screen title="Load season" over="Admin">
      <div className="halves">
        <PanelSection title="Where the games come from">
          <SeasonForm
            isPending={previewing.isPending}
            onChange={() => {
              previewing.reset();
              loading.reset();
            }}
            onPreview={(next) => previewing.mutate(next)}
          />
          <Refusal text={previewing.isError ? failureText(previewing.error) : null} />
        </PanelSection>
        {previewing.isSuccess && wish ? (
          <SeasonPreviewPanel
            preview={previewing.data}
            isLoading={loading.isPending}
            refusal={loading.isError ? failureText(loading.error) : null}
            onLoad={() => loading.mutate(wish)}
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
  const go = useGo();
  const loading = useMutation({
    mutationFn: (body: SeasonWish) => call('POST /api/admin/season', { body }),
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
