import { canCancel, type Order, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../../lib/api.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { CancelOrder } from '../../../shared/orders/cancel-order.tsx'
import { InvoiceLinks } from '../../../shared/orders/order-totals.tsx'
import { unlessUsed } from '../../../shared/orders/order-words.ts'
import { refillCart } from '../../../shared/orders/refill-cart.ts'
import { CONFIRM_FIRST, emailConfirmationQuery, SendAgain } from '../../../shared/session/email-confirmation.tsx'
import { GUEST_LINK } from '../../../shared/session/guest.store.ts'
import { ErrorState } from '../../../ui/async.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { EmptyState } from '../../../ui/notice.tsx'

/** An order of the signed-in customer; the order of another customer answers 404. */
export const ownOrderQuery = (id: string) => ({
  ...dataQuery('GET /orders/current-user/:id', { params: { id } }),
  staleTime: 0,
})

export function OrderActions({ order, onCancelled }: { order: Order; onCancelled: () => void }) {
  const navigate = useNavigate()
  const { currency } = useShop()
  /** The page is left by a full load, which a slow network lets wait. */
  const [isLeaving, setIsLeaving] = useState(false)

  function buyAgain() {
    setIsLeaving(true)
    refillCart(order)
    void navigate(paths.cart)
  }

  return (
    <section aria-label="Actions" className="grid gap-3">
      {order.amountPaid > 0 && (
        <ButtonLink to={paths.receipt(order._id)} reloadDocument variant="outline" wide>
          <ReceiptText /> Receipt
        </ButtonLink>
      )}
      <InvoiceLinks invoices={order.invoices} wide />
      {order.status !== 'pending' && order.currency === currency && (
        <Button variant="outline" wide loading={isLeaving} onClick={buyAgain}>
          <RotateCcw /> Buy again
        </Button>
      )}
      {canCancel(order.status) && (
        <>
          <CancelOrder order={order} onCancelled={onCancelled} wide />
          <p className="type-small text-center text-ink-2">{`You can cancel until it is shipped${unlessUsed(order)}`}</p>
        </>
      )}
    </section>
  )
}

/**
 * Shown in place of an order that could not be loaded. It does not say whose it is: an account that has not confirmed
 * its address reads that this brings the orders of a guest.
 */
export function OrderUnavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const user = useCurrentUser()
  const isMissing = error instanceof ApiError && error.status === 404
  const { data, isLoading } = useQuery({ ...emailConfirmationQuery(), enabled: isMissing && user !== null })
  if (isLoading) return null

  const ownOrders = (
    <ButtonLink to={paths.orders} variant="outline" size={40}>
      Your orders
    </ButtonLink>
  )
  return (
    <>
      <PageTitle title="Order" heading="Order" />
      {data?.confirmed === false ? (
        <EmptyState text={CONFIRM_FIRST}>
          <SendAgain />
          {ownOrders}
        </EmptyState>
      ) : (
        <ErrorState message="Something went wrong, please try again later..." onRetry={onRetry}>
          {ownOrders}
        </ErrorState>
      )}
      {isMissing && <p className="text-center text-ink-2">{GUEST_LINK}</p>}
    </>
  )
}
