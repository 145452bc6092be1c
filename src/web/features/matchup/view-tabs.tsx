import { useLocation } from 'wouter';
import { useSearchValue } from '#web/lib/navigation.tsx';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import './matchup.css';

const GAME_DAY = '/matchup/game-day';

/** Whether the address requests the game day of a week. */
export function useIsGameDay(): boolean {
  const [path] = useLocation();
  return path === GAME_DAY;
}

/** The two views of a week; the week stays the same. */
export function ViewTabs({ isSurvivor = false }: { readonly isSurvivor?: boolean }) {
  const week = useSearchValue('week');
  const search = week === undefined ? '' : `?week=${encodeURIComponent(week)}`;
  const tabs = [
    { to: `/matchup${search}`, text: isSurvivor ? 'Teams' : "Everyone's picks" },
    { to: `${GAME_DAY}${search}`, text: 'Game day' },
  ];
  return (
    <div className="view-tabs -mt-4 -mb-3.5 no-print md:-my-3">
      <SectionTabs label="Views" tabs={tabs} />
    </div>
  );
}
