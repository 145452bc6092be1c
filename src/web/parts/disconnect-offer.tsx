import type { Provider } from '#contract/shapes.ts';
import { listText } from '#core/listed.ts';
import { providerNames } from '#web/lib/sign-in-options.ts';
import { CheckRow } from '#web/ui/check-row.tsx';

interface DisconnectOfferProps {
  /** The providers that would be disconnected; without any, nothing is offered. */
  readonly providers: readonly Provider[];
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Offers to disconnect every provider when a new password is set. */
export function DisconnectOffer({ providers, checked, onChange }: DisconnectOfferProps) {
  if (providers.length === 0) return null;
  return (
    <div className="mb-4">
      <CheckRow
        label={`Also disconnect ${listText(providers.map((provider) => providerNames[provider]))}`}
        note="Choose this if someone else may have been in your account. You can reconnect yours later."
        checked={checked}
        onChange={onChange}
      />
    </div>
  );
}
