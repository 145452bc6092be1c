import type { UseQueryResult } from '@tanstack/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import type { MembersReply, PoolPerson } from '#contract/members.ts';
import type { PoolReply } from '#contract/pools.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { FACES_KEY, facesQuery, PoolFace } from '#web/parts/face.tsx';
import type { Account } from '#web/parts/links.tsx';
import { LinkDialog, UnlinkDialog } from '#web/parts/links.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { MemberFacts } from './member-facts.tsx';
import { membersQuery } from './members-query.ts';
import { NameForm, useEntriesChanged } from './my-entries.tsx';

type LinksReply = ReplyOf<'GET /api/pools/:poolId/links'>;

interface MemberDialogProps {
  readonly pool: PoolReply;
  readonly person: PoolPerson;
  readonly links: UseQueryResult<LinksReply>;
  readonly onClose: () => void;
}

/** The actions of a commissioner on a player. The dialog stays open if an action is refused, and shows why. */
export function MemberDialog({ pool, person, links, onClose }: MemberDialogProps) {
  const { id: poolId, rules } = pool;
  const [opened, setOpened] = useState<LinkAct | null>(null);
  const { id, name, plays, entries, isCommissioner, isPaper, isFormer } = person;
  const hasAccount = !isPaper && isFormer !== true;
  const setting = useSetPerson({ poolId, id, name });
  const set = (role: PersonChange['role'], enabled: boolean): void =>
    setting.mutate({ role, enabled }, { onSuccess: onClose });
  if (opened?.act === 'link') {
    return <LinkToMember pool={pool} name={name} entryId={opened.entryId} onClose={onClose} />;
  }
  if (opened?.act === 'unlink') {
    const { entryId, playerName } = opened.link;
    return <UnlinkDialog {...{ pool, entryId, playerName, accountName: name, onClose }} />;
  }
  return (
    <Dialog title={name} onClose={onClose}>
      <div className="mb-4 flex items-center gap-4">
        <PoolFace userId={id} name={name} size="large" />
        <MemberFacts pool={pool} person={person} />
      </div>
      {isPaper && <RenamePlayer poolId={poolId} playerId={id} name={name} onRenamed={onClose} />}
      <Refusal text={setting.isError ? failureText(setting.error) : null} />
      <Refusal
        text={links.isError && links.data === undefined ? `Couldn't load links. ${failureText(links.error)}` : null}
      />
      <div className="grid gap-3 wrap-anywhere">
        {entries.map((entry) => (
          <Link key={entry.id} to={`/pool/manage/picks/${entry.id}`} className={buttonLook('plain')}>
            {entries.length === 1 ? 'Enter picks' : `Enter picks for ${entry.name}`}
          </Link>
        ))}
        {rules.entries > 1 &&
          hasAccount &&
          entries
            .filter((entry) => entry.name !== name)
            .map((entry) => <ResetName key={entry.id} poolId={poolId} entry={entry} isOnly={entries.length === 1} />)}
        {isPaper &&
          entries.map((entry) => (
            <Button key={entry.id} tone="plain" onClick={() => setOpened({ act: 'link', entryId: entry.id })}>
              {entries.length === 1 ? 'Link to a member' : `Link ${entry.name} to a member`}
            </Button>
          ))}
        {links.data?.links
          .filter(({ userId }) => userId === id)
          .map((link) => (
            <Button key={link.entryId} tone="plain" onClick={() => setOpened({ act: 'unlink', link })}>
              Undo link with {link.playerName}
            </Button>
          ))}
        {isCommissioner && (
          <Button tone="plain" isPaused={setting.isPending} onClick={() => set('commissioners', false)}>
            Remove as commissioner
          </Button>
        )}
        {!isCommissioner && hasAccount && (
          <Noted note="Commissioners run the pool: its settings and weeks, who is in it, and picks entered for players.">
            <Button tone="plain" isPaused={setting.isPending} onClick={() => set('commissioners', true)}>
              Name commissioner
            </Button>
          </Noted>
        )}
        <HidePicture poolId={poolId} userId={id} />
        {plays && (
          <Noted note="They can be let in again. Their picks stay.">
            <Button
              tone="plain"
              className="text-red!"
              isPaused={setting.isPending}
              onClick={() => set('members', false)}
            >
              Remove from the pool
            </Button>
          </Noted>
        )}
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** Hides the person's picture in this pool, or shows it again; nothing if they have none. */
function HidePicture({ poolId, userId }: { readonly poolId: string; readonly userId: string }) {
  const client = useQueryClient();
  const { data } = useQuery(facesQuery(poolId));
  const setting = useMutation({
    mutationFn: async (hidden: boolean) => {
      await call('PUT /api/pools/:poolId/faces/:userId/hidden', { params: { poolId, userId }, body: { hidden } });
      await client.invalidateQueries({ queryKey: FACES_KEY });
    },
    onError: (error) => console.error('Error hiding a picture', error),
  });
  const isHidden = data?.hidden.includes(userId) ?? false;
  if (!isHidden && !data?.faces.some((face) => face.userId === userId)) return null;
  return (
    <div className="grid">
      <Button tone="plain" isPaused={setting.isPending} onClick={() => setting.mutate(!isHidden)}>
        {isHidden ? 'Show picture in this pool again' : 'Hide picture in this pool'}
      </Button>
      <Refusal text={setting.isError ? failureText(setting.error) : null} />
    </div>
  );
}

/** A button, with what it means below. */
function Noted({ note, children }: { readonly note: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-1">
      {children}
      <p className="text-sm text-ink-soft">{note}</p>
    </div>
  );
}

type LinkAct =
  | { readonly act: 'link'; readonly entryId: string }
  | { readonly act: 'unlink'; readonly link: LinksReply['links'][number] };

interface LinkToMemberProps {
  readonly pool: PoolReply;
  readonly name: string;
  readonly entryId: string;
  readonly onClose: () => void;
}

/** Links an entry of a player without an account to a member of the pool. */
function LinkToMember({ pool, name, entryId, onClose }: LinkToMemberProps) {
  const accounts = useQuery({ ...membersQuery(pool.id), select: accountsOf });
  return <LinkDialog name={name} entries={[{ entryId, pool }]} accounts={accounts} onClose={onClose} />;
}

function accountsOf({ people }: MembersReply): readonly Account[] {
  return people.filter(({ plays, isPaper, isFormer }) => plays && !isPaper && !isFormer);
}

interface ResetNameProps {
  readonly poolId: string;
  readonly entry: PoolPerson['entries'][number];
  /** Whether it is the person's only entry, so its name is not needed. */
  readonly isOnly: boolean;
}

/** Resets the name of an entry to the default. */
function ResetName({ poolId, entry, isOnly }: ResetNameProps) {
  const toast = useToast();
  const entriesChanged = useEntriesChanged(poolId);
  const resetting = useMutation({
    mutationFn: () => call('PATCH /api/entries/:entryId', { params: { entryId: entry.id }, body: { name: null } }),
    onSuccess: ({ name }) => toast({ type: 'success', title: `The entry's name is ${name}` }),
    onError: (error) => console.error('Error resetting the name of an entry', error),
    onSettled: () => void entriesChanged(),
  });
  return (
    <div className="grid">
      <Button tone="plain" isPaused={resetting.isPending} onClick={() => resetting.mutate()}>
        {isOnly ? 'Reset name' : `Reset name of ${entry.name}`}
      </Button>
      <Refusal text={resetting.isError ? failureText(resetting.error) : null} />
    </div>
  );
}

const LABEL = "Player's name";

/** Adds a player without an account, whose picks others enter. */
export function AddPlayer({ poolId }: { readonly poolId: string }) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  return (
    <PanelSection title="Player without an account">
      <p className="mb-3 text-ink-soft">Somebody plays without an account? Add them, and enter their picks yourself.</p>
      <NameForm
        label={LABEL}
        name=""
        action="Add player"
        tone="primary"
        save={(displayName) => call('POST /api/pools/:poolId/players', { params: { poolId }, body: { displayName } })}
        onSaved={(displayName) => toast({ type: 'success', title: `${displayName} is in` })}
        onSettled={poolsChanged}
      />
      <Link to="/pool/manage/import" className="text-blue underline">
        Import players and picks from a spreadsheet
      </Link>
    </PanelSection>
  );
}

interface RenamePlayerProps {
  readonly poolId: string;
  readonly playerId: string;
  readonly name: string;
  readonly onRenamed: () => void;
}

/** Renames a player without an account. */
function RenamePlayer({ poolId, playerId, name, onRenamed }: RenamePlayerProps) {
  const poolsChanged = usePoolsChanged();
  return (
    <NameForm
      label={LABEL}
      name={name}
      action="Rename"
      tone="plain"
      save={(displayName) =>
        call('PATCH /api/pools/:poolId/players/:playerId', { params: { poolId, playerId }, body: { displayName } })
      }
      onSaved={onRenamed}
      onSettled={poolsChanged}
    />
  );
}

/** A change of a person's role in a pool. */
interface PersonChange {
  readonly role: 'members' | 'commissioners';
  readonly enabled: boolean;
}

interface OfPool {
  readonly poolId: string;
  readonly id: string;
  readonly name: string;
}

/** Makes a person a member or a commissioner of a pool, or removes them, and reports it. */
export function useSetPerson({ poolId, id, name }: OfPool) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  return useMutation({
    mutationFn: ({ role, enabled }: PersonChange): Promise<unknown> => {
      const input = { params: { poolId, userId: id }, body: { enabled } };
      return role === 'members'
        ? call('PUT /api/pools/:poolId/members/:userId', input)
        : call('PUT /api/pools/:poolId/commissioners/:userId', input);
    },
    onSuccess: (_, change) => toast({ type: 'success', title: doneText(name, change) }),
    onError: (error) => console.error('Error changing somebody in the pool', error),
    onSettled: () => void poolsChanged(),
  });
}

function doneText(name: string, { role, enabled }: PersonChange): string {
  if (role === 'commissioners') return `${name} is ${enabled ? 'a commissioner' : 'no longer a commissioner'}`;
  return `${name} is ${enabled ? 'in again' : 'out of the pool'}`;
}
