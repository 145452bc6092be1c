import { useMutation } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { channelWords, kindNames } from '#core/notify/kinds.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { LinkPage } from '#web/ui/link-page.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

/**
 * Where the link at the foot of a message leads to. It asks for one tap, because programs that look for bad links open them, too; mail programs turn
 * messages off without this page.
 */
export function UnsubscribeScreen() {
  const { token = '' } = useParams();
  const stopping = useMutation({
    mutationFn: () => call('POST /unsubscribe/:token', { params: { token } }),
    onError: (error) => console.error('Error turning messages off', error),
  });
  const { data: stopped } = stopping;
  return (
    <LinkPage title="Stop these messages">
      <p role="status" className="mb-5 text-ink-soft">
        {stopped
          ? `Switched off: ${kindNames[stopped.kind]} by ${channelWords[stopped.channel].toLowerCase()}. Everything else stays as it is.`
          : 'You will get no more messages of this kind. You can turn them on again on your profile.'}
      </p>
      <Refusal text={stopping.isError ? failureText(stopping.error) : null} />
      {stopped ? (
        <Link to="/profile" className={`${buttonLook('primary')} w-full`}>
          Open your profile
        </Link>
      ) : (
        <Button className="w-full" disabled={stopping.isPending} onClick={() => stopping.mutate()}>
          Stop them
        </Button>
      )}
    </LinkPage>
  );
}
