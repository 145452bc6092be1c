import { weekName } from '#core/weeks.ts';
import { Link } from '#web/lib/navigation.tsx';
import { buttonLook } from '#web/ui/button.tsx';

/** Leads an admin to where scores are entered, while games are over and nobody did. */
export function ScoresMissing({ weekId }: { readonly weekId: string }) {
  return (
    <section className="panel flex flex-wrap items-center gap-x-5 gap-y-3 p-5 lg:col-span-3">
      <p className="min-w-0 flex-1 basis-64">{weekName(weekId)} has games that are over and still have no score.</p>
      <Link to={`/admin/scores?week=${weekId}`} className={`${buttonLook('plain')} max-sm:flex-1`}>
        Enter the scores
      </Link>
    </section>
  );
}
