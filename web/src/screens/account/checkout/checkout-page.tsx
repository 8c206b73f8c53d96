import { effectivePrice, type OrderInput, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { daysText, priceText } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'
import { AddressCard } from '../../../shared/addresses/address-form.tsx'
import { addressesQuery, useKnownAddress } from '../../../shared/addresses/addresses.api.ts'
import { cartCheckQuery } from '../../../shared/cart/cart.api.ts'
import { type CartItem, isAvailable, lineId, linePath } from '../../../shared/cart/cart.store.ts'
import { type CartChanges, CartChangesNote, problemSentence } from '../../../shared/cart/cart-notes.tsx'
import { OrderLines } from '../../../shared/orders/order-lines.tsx'
import { OrderSummary } from '../../../shared/orders/order-totals.tsx'
import { UnpaidOrdersNote, useUnpaidOrders } from '../../../shared/orders/unpaid-orders-note.tsx'
import { SendAway } from '../../../shared/session/require-user.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Together } from '../../../ui/layout.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { CheckoutColumns, CheckoutSkeleton, findObstacle, StepButton } from './checkout-layout.tsx'
import { useCheckout } from './use-checkout.ts'

export function CheckoutPage() {
  const [choices, setChoices] = useState<Partial<OrderInput>>({})
  const checkout = useCheckout(choices)
  const { cart, summary, pay, isPaying } = checkout
  const check = useQuery({ ...cartCheckQuery(), refetchOnMount: 'always' })
  const shop = useShop()
  const unpaid = useUnpaidOrders()
  const addresses = useQuery(addressesQuery())
  useKnownAddress(addresses)

  // The address comes first when both are missing.
  if (!cart.address) return <SendAway to={paths.shipping} tell={() => toastWarning('Please select an address.')} />
  if (cart.items.length === 0) {
    return <SendAway to={paths.cart} tell={() => toastWarning('Please add some products to the cart.')} />
  }

  return (
    <Together queries={[addresses, check, { isPending: !unpaid && !isPaying }]} loading={<CheckoutSkeleton />}>
      <CheckoutColumns
        summary={<OrderSummary {...summary} />}
        action={
          <div className="grid gap-2">
            <StepButton
              loading={isPaying}
              obstacle={findObstacle(shop, cart)}
              disabled={check.isFetching}
              onClick={() => void pay()}
            >
              {summary.isDelivered ? `Pay ${priceText(cart.totalPrice, summary.order.currency)}` : 'Pay'}
            </StepButton>
            <LegalLinks />
          </div>
        }
      >
        {/* The order that is being placed must not be listed as unpaid. */}
        {unpaid && !isPaying && <UnpaidOrdersNote orders={unpaid} />}
        <Reviewed {...checkout} changes={check.data ?? {}} />
        <DeliveryChoice {...checkout} onChange={deliveryMethod => setChoices({ ...choices, deliveryMethod })} />
      </CheckoutColumns>
    </Together>
  )
}

/** Links to legal texts; they open in a new tab, so that the checkout stays open. */
function LegalLinks() {
  const { checkoutLinks } = useShop()
  return checkoutLinks.length === 0 ? null : (
    <p className="type-small flex flex-wrap justify-center gap-x-3 text-ink-2">
      {checkoutLinks.map(([label, to]) => (
        <a key={to} href={to} target="_blank" rel="noopener" className="underline underline-offset-3">
          {label}
        </a>
      ))}
    </p>
  )
}

type Checkout = ReturnType<typeof useCheckout>

function Reviewed({ cart, refused, changes }: Pick<Checkout, 'cart' | 'refused'> & { changes: CartChanges }) {
  const { currency } = useShop()
  const note = useRef<HTMLDivElement>(null)
  // Scrolls to the note: a shopper who presses Pay again without having seen it would pay another price.
  useEffect(() => {
    if (!refused) return
    note.current?.focus({ preventScroll: true })
    note.current?.scrollIntoView({ block: 'center' })
  }, [refused])

  return (
    <>
      <CartChangesNote ref={note} message={refused?.message} items={cart.items} changes={refused?.changes ?? changes} />
      <Part title="Products" link={{ to: paths.cart, label: 'Edit cart', text: 'Edit' }}>
        <OrderLines lines={cart.items.map(lineOf)} currency={currency} />
      </Part>
      {cart.address && (
        <Part title="Shipping address" link={{ to: paths.shipping, label: 'Change address', text: 'Change' }}>
          <div className="rounded-tile border border-line bg-surface p-5">
            <AddressCard address={cart.address} />
          </div>
        </Part>
      )}
    </>
  )
}

interface PartProps {
  title: string
  link?: { to: string; label: string; text: string }
  children: Elements
}

function Part({ title, link, children }: PartProps) {
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="type-h3">{title}</h2>
        {link && (
          <Link
            to={link.to}
            aria-label={link.label}
            className="type-ui -my-2.5 py-2.5 underline decoration-edge underline-offset-3 hover:decoration-ink"
          >
            {link.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

function lineOf(item: CartItem) {
  const { product, quantity } = item
  return {
    id: lineId(product),
    path: linePath(product),
    name: product.name,
    options: product.variant?.options ?? {},
    thumbnail: product.thumbnail,
    price: effectivePrice(product),
    quantity,
    problem: problemSentence(item),
    isUnavailable: !isAvailable(product),
  }
}

interface DeliveryChoiceProps extends Pick<Checkout, 'deliveries' | 'delivery' | 'summary'> {
  onChange: (method: string) => void
}

function DeliveryChoice({ deliveries, delivery, summary, onChange }: DeliveryChoiceProps) {
  if (deliveries.length < 2) return null

  return (
    <Part title="Delivery">
      <RadioCards
        legend="Delivery"
        value={delivery}
        onChange={onChange}
        options={deliveries.map(({ name, amount, ...days }) => ({
          value: name,
          content: (
            <>
              <span className="type-ui block">
                {`${name}, ${amount > 0 ? priceText(amount, summary.order.currency) : 'free'}`}
              </span>
              <span className="type-small text-ink-2">{daysText(days)}</span>
            </>
          ),
        }))}
      />
    </Part>
  )
}
