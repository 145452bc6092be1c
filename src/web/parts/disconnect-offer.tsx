import type { Provider } from '#contract/shapes.ts';
import { listText } from '#core/listed.ts';
import { providerNames } from '#web/lib/sign-in-options.ts';
import { CheckRow } from '#web/ui/check-row.tsx';

interface DisconnectOfferProps {
  /** The providers that would be disconnected. */
  readonly providers: readonly Provider[];
  /** Whether there may be passkeys, which would be removed. Without these and providers, nothing is offered. */
  readonly hasPasskeys: boolean;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Offers to disconnect every provider and remove every passkey when a new password is set. */
export function DisconnectOffer({ providers, hasPasskeys, checked, onChange }: DisconnectOfferProps) {
  const acts = [
    ...(providers.length > 0 ? [`disconnect ${listText(providers.map((provider) => providerNames[provider]))}`] : []),
    ...(hasPasskeys ? ['remove all passkeys'] : []),
  ];
  if (acts.length === 0) return null;
  return (
    <div className="mb-4">
      <CheckRow
        label={`Also ${listText(acts)}`}
        note="Choose this if someone else may have been in your account. You can add yours again later."
        checked={checked}
        onChange={onChange}
      />
    </div>
  );
}
