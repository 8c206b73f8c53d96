import type { PaymentGatewayName, ShownGateway } from '@mela/contract'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { CheckoutCard } from './checkout-card.tsx'

interface PaymentCardProps {
  gateways: readonly ShownGateway[]
  gateway: ShownGateway | undefined
  onChoose: (gateway: PaymentGatewayName) => void
}

/** How the order is paid. What is paid, and to whom, is decided at the provider. */
export function PaymentCard({ gateways, gateway, onChoose }: PaymentCardProps) {
  return (
    <CheckoutCard title="Payment">
      {gateways.length > 1 && (
        <RadioCards
          legend="Way to pay"
          value={gateway?.name ?? null}
          onChange={onChoose}
          options={gateways.map(({ name, displayName }) => ({
            value: name,
            content: <span className="type-ui">{displayName}</span>,
          }))}
        />
      )}
      <p className="text-ink-2">
        {gateway
          ? `You pay with ${gateway.displayName}, on its own page; we never see your card.`
          : "You pay on the provider's page; we never see your card."}
      </p>
    </CheckoutCard>
  )
}

export const PaymentAhead = () => <CheckoutCard title="Payment" isAhead />
