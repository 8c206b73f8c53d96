import { type ShownGateway, wayNames } from '@mela/contract'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { priceText } from '../../../lib/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { BillingFields } from '../../../shared/addresses/billing-fields.tsx'
import { approvedAt, chooseForOrder, useChoices } from '../../../shared/cart/choices.store.ts'
import { useGuest } from '../../../shared/session/guest.store.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { CheckoutCard } from './checkout-card.tsx'

interface PaymentCardProps {
  gateways: readonly ShownGateway[]
  gateway: ShownGateway | undefined
  obstacle: string | undefined
  /** Discounts and gift cards leave nothing to pay. */
  isCovered: boolean
}

/** How the order is paid. What is paid, and to whom, is decided at the provider. */
export function PaymentCard({ gateways, gateway, obstacle, isCovered }: PaymentCardProps) {
  const { currency } = useShop()
  const choices = useChoices()
  if (isCovered) {
    return (
      <CheckoutCard title="Payment">
        <p className="text-ink-2">Nothing is left to pay.</p>
        <Billing />
      </CheckoutCard>
    )
  }

  return (
    <CheckoutCard title="Payment">
      {gateways.length > 1 && (
        <RadioCards
          legend="Way to pay"
          value={gateway?.name ?? null}
          onChange={gateway => chooseForOrder({ gateway })}
          options={gateways.map(({ name, offer }) => ({
            value: name,
            content: (
              <span className="type-ui">
                {offer && offer.fee > 0 ? `${wayNames[name]}, ${priceText(offer.fee, currency)} more` : wayNames[name]}
              </span>
            ),
          }))}
        />
      )}
      <p className="text-ink-2">{obstacle ?? noteOf(gateway, approvedAt(gateway?.name, choices) !== undefined)}</p>
      <Billing />
    </CheckoutCard>
  )
}

function Billing() {
  const { company, taxNumber, billingAddress } = useChoices()
  const guestEmail = useGuest()?.email
  const isGuest = useCurrentUser() === null

  return (
    <BillingFields
      {...{ company, taxNumber, billingAddress }}
      guestEmail={isGuest ? guestEmail : undefined}
      onChange={chooseForOrder}
    />
  )
}

function noteOf(gateway: ShownGateway | undefined, isApproved: boolean): string {
  if (gateway && isApproved)
    return `You have agreed to pay with ${gateway.displayName}. It takes the sum when you press Pay.`
  if (!gateway) return "You pay on the provider's page; we never see your card."
  if (gateway.name === 'transfer') return 'The next page says where the money goes, and the email repeats it.'
  if (gateway.name === 'delivery') return 'You pay when your order is brought to you.'
  if (gateway.name === 'stripe') return 'You pay by card on the page of Stripe; we never see your card.'
  return `You pay with ${gateway.displayName}, on its own page; we never see your card.`
}

export const PaymentAhead = () => <CheckoutCard title="Payment" isAhead />
