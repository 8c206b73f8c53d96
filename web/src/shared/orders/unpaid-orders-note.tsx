import { fromCents, orderName, paths, toCents, type UnpaidOrder } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useCurrentUser } from '../../lib/current-user.ts'
import { countLabel, priceText } from '../../lib/format.ts'
import { Link } from '../../lib/link.tsx'
import { dataQuery } from '../../lib/query-keys.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { currentCart } from '../cart/cart.store.ts'
import { useGuest } from '../session/guest.store.ts'
import { CancelOrder } from './cancel-order.tsx'
import type { CancellableOrder } from './order-words.ts'
import { type BoughtOrder, refillCart } from './refill-cart.ts'

const MOST_SHOWN = 3

/**
 * Lists the unpaid orders: a customer who returns from the pay page finds an empty cart, because its lines are in an
 * unpaid order. Renders nothing without unpaid orders.
 */
export function UnpaidOrdersNote({ orders }: { orders: readonly UnpaidOrder[] | undefined }) {
  if (!orders || orders.length === 0) return null

  return (
    <section aria-label="Orders that wait for payment" className="rounded-tile bg-info-soft p-4 text-info">
      <ul className="grid gap-4">
        {orders.slice(0, MOST_SHOWN).map(order => (
          <li key={order._id} className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <p className="flex min-w-0 flex-1 basis-64 gap-3">
              <Clock className="mt-px shrink-0" />
              <span>
                <span className="type-ui block">
                  {`Your order ${orderName(order)} waits for payment: pay or cancel it.`}
                </span>
                <span className="type-table block">
                  <span>{priceText(order.amountToPay, order.currency)}</span>
                  {order.expiresAt && (
                    <span>
                      , kept for you until <Time value={order.expiresAt} style="date-time" />
                    </span>
                  )}
                </span>
              </span>
            </p>
            <span className="flex gap-2">
              <ButtonLink
                to={paths.pay(order._id)}
                reloadDocument
                size={40}
                aria-label={`Pay order ${orderName(order)}`}
              >
                Pay
              </ButtonLink>
              <CancelOrder
                order={asCancellable(order)}
                label="Cancel"
                size={40}
                aria-label={`Cancel order ${orderName(order)}`}
                onCancelled={handleCancelled}
              />
            </span>
          </li>
        ))}
      </ul>
      {orders.length > MOST_SHOWN && (
        <Link to={paths.orders} className="type-ui mt-3 inline-flex min-h-11 items-center underline underline-offset-3">
          {`${countLabel(orders.length - MOST_SHOWN, 'more order')} in your profile`}
        </Link>
      )}
    </section>
  )
}

function asCancellable({ _id, currency, totalAmount, amountToPay }: UnpaidOrder): CancellableOrder {
  const byCards = { amount: fromCents(toCents(totalAmount) - toCents(amountToPay)), amountRefunded: 0 }
  const unpaid = { status: 'pending', payment: null, amountPaid: 0, amountRefunded: 0 } as const
  return { _id, currency, ...unpaid, giftCards: [byCards], products: [] }
}

/** An empty cart gets lines and codes back, so that they can be ordered with another way to pay. */
function handleCancelled(order: BoughtOrder) {
  if (currentCart().items.length === 0) refillCart(order)
  document.querySelector('h1')?.focus({ preventScroll: true })
}

/** Unpaid orders of the customer, newest first, or of the guest; undefined until they are known, so that nothing moves when they arrive. */
export function useUnpaidOrders(): UnpaidOrder[] | undefined {
  const user = useCurrentUser()
  const guest = useGuest()
  const guestOrder = (user === null && guest?.order) || ''
  // Back shows this page from the browser's memory, and it may be paid in another tab.
  const lively = { refetchOnWindowFocus: 'always' } as const
  const own = useQuery({ ...dataQuery('GET /orders/current-user/unpaid'), ...lively, enabled: user !== null })
  const params = { id: guestOrder }
  const guests = useQuery({
    ...dataQuery('GET /orders/current-user/:id', { params }),
    ...lively,
    enabled: guestOrder !== '',
  })
  if (user) return own.isLoadingError ? [] : own.data
  if (!guestOrder || guests.isLoadingError) return []
  return guests.data && [guests.data].filter(({ status, payment }) => status === 'pending' && payment === null)
}
