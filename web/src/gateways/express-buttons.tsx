import { isOffered, type PaymentGatewayName, toCents } from '@mela/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { storedUser, useCurrentUser } from '../lib/current-user.ts'
import { gatewaysQuery, useShop } from '../lib/shop.ts'
import { currentCart, isAvailable } from '../shared/cart/cart.store.ts'
import { chooseForOrder, currentChoices } from '../shared/cart/choices.store.ts'
import { lineToQuote } from '../shared/cart/quoted-cart.ts'
import { becomeGuest } from '../shared/session/become-guest.ts'
import { Button } from '../ui/button.tsx'
import { toastRefusal } from '../ui/toast.tsx'

interface ExpressButtonsProps {
  /** What is to be paid, about: the address may change it. */
  total: number
  /** Answers false when something must be chosen first. */
  prepare?: () => boolean
}

/** Leave for the provider with the cart; it tells where the goods go, and leads back to the checkout. */
export function ExpressButtons({ total, prepare = () => true }: ExpressButtonsProps) {
  const { currency, guests } = useShop()
  const mayOrder = useCurrentUser() !== null || guests
  const { data: gateways = [] } = useQuery(gatewaysQuery())
  const toPay = { country: undefined, currency, cents: toCents(total) }
  const express = gateways.filter(({ can, offer }) => can.express && offer && isOffered(offer, toPay))
  const start = useMutation({
    mutationFn: startExpress,
    onSuccess: url => location.assign(url),
    onError: toastRefusal,
  })
  if (!mayOrder || total === 0) return null

  return express.map(({ name, displayName, mode }) => (
    <Button
      key={name}
      variant="outline"
      wide
      loading={start.isPending || start.isSuccess}
      onClick={() => prepare() && start.mutate(name as PaymentGatewayName)}
    >
      {mode === 'test' ? `Pay with TEST ${displayName}` : `Pay with ${displayName}`}
    </Button>
  ))
}

async function startExpress(gateway: PaymentGatewayName): Promise<string> {
  const { codes, company, taxNumber } = currentChoices()
  const products = currentCart()
    .items.filter(({ product }) => isAvailable(product))
    .map(lineToQuote)
  const body = { products, ...(codes && { codes }), ...(company && { company }), ...(taxNumber && { taxNumber }) }
  const { data } = await call('POST /payments/:gateway/express', { params: { gateway }, body })
  const { ticket, until, approveUrl } = data
  if (!storedUser()) becomeGuest()
  chooseForOrder({ express: { gateway, ticket, until, isApproved: false, address: null } })
  return approveUrl
}
