import { useMutation } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { channelWords, kindNames } from '#core/notify/kinds.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
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
  const { data: stopped, error } = stopping;
  const isExpired = error instanceof ApiError && error.code === 'link_expired';
  return (
    <LinkPage title="Stop these messages">
      <p role="status" className="mb-5 text-ink-soft">
        {stopped
          ? `Done. Switched off: ${kindNames[stopped.kind]} by ${channelWords[stopped.channel].toLowerCase()}. Everything else stays on.`
          : isExpired
            ? 'This link is too old. You can turn messages off in your profile.'
            : "Tap below, and we'll stop sending you this kind of message. You can turn it back on in your profile anytime."}
      </p>
      <Refusal text={error && !isExpired ? failureText(error) : null} />
      {stopped || isExpired ? (
        <Link to="/profile" className={`${buttonLook('primary')} w-full`}>
          Open your profile
        </Link>
      ) : (
        <Button className="w-full" isPaused={stopping.isPending} onClick={() => stopping.mutate()}>
          Stop them
        </Button>
      )}
    </LinkPage>
  );
}
