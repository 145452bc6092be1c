import type { PoolPerson } from '#contract/members.ts';
import { failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { RenamePlayer } from './paper-player.tsx';
import type { PersonChange } from './use-set-person.ts';
import { useSetPerson } from './use-set-person.ts';

interface MemberDialogProps {
  readonly poolId: string;
  readonly person: PoolPerson;
  readonly onClose: () => void;
}

/** What those who run a pool do with one of its people. It stays open where that is refused, and says why. */
export function MemberDialog({ poolId, person, onClose }: MemberDialogProps) {
  const { id, name, plays, isCommissioner, isPaper } = person;
  const setting = useSetPerson({ poolId, id, name });
  const set = (role: PersonChange['role'], enabled: boolean): void =>
    setting.mutate({ role, enabled }, { onSuccess: onClose });
  return (
    <Dialog title={name} onClose={onClose}>
      <div className="mb-4 grid gap-2 text-ink-soft">
        {!isPaper && (
          <p>Commissioners run the pool: its settings and weeks, who is in it, and picks entered for players.</p>
        )}
        {plays && <p>Whoever is removed can be let in again. Their picks stay.</p>}
      </div>
      {isPaper && <RenamePlayer poolId={poolId} playerId={id} name={name} onRenamed={onClose} />}
      <Refusal text={setting.isError ? failureText(setting.error) : null} />
      <div className="grid gap-3">
        {plays && (
          <Link to={`/pool/manage/picks/${id}`} className={buttonLook('plain')}>
            Enter picks
          </Link>
        )}
        {isCommissioner && (
          <Button tone="plain" isPaused={setting.isPending} onClick={() => set('commissioners', false)}>
            Remove as commissioner
          </Button>
        )}
        {!isCommissioner && !isPaper && (
          <Button tone="plain" isPaused={setting.isPending} onClick={() => set('commissioners', true)}>
            Name commissioner
          </Button>
        )}
        {plays && (
          <Button tone="plain" className="text-red!" isPaused={setting.isPending} onClick={() => set('members', false)}>
            Remove from the pool
          </Button>
        )}
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
