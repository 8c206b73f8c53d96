import { canCancel, type Order, paths } from '@mela/contract'
import { ReceiptText, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dataQuery } from '../../../lib/query-keys.ts'
import { useShop } from '../../../lib/shop.ts'
import { currentProducts } from '../../../shared/cart/cart.api.ts'
import { keptRefill, refillCart } from '../../../shared/cart/refill.ts'
import { CancelOrder } from '../../../shared/orders/cancel-order.tsx'
import { InvoiceLinks } from '../../../shared/orders/order-totals.tsx'
import { ErrorState } from '../../../ui/async.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { toastError } from '../../../ui/toast.tsx'

/** An order of the signed-in customer; the order of another customer answers 404. */
export const ownOrderQuery = (id: string) => ({
  ...dataQuery('GET /orders/current-user/:id', { params: { id } }),
  staleTime: 0,
})

export function OrderActions({ order, onCancelled }: { order: Order; onCancelled: () => void }) {
  const { buyAgain, isPending } = useBuyAgain(order)

  return (
    <section aria-label="Actions" className="grid gap-3">
      {order.amountPaid > 0 && (
        <ButtonLink to={paths.receipt(order._id)} reloadDocument variant="outline" wide>
          <ReceiptText /> Receipt
        </ButtonLink>
      )}
      <InvoiceLinks invoices={order.invoices} wide />
      {order.status !== 'pending' && (
        <Button variant="outline" wide loading={isPending} onClick={() => void buyAgain()}>
          <RotateCcw /> Buy again
        </Button>
      )}
      {canCancel(order.status) && (
        <>
          <CancelOrder order={order} onCancelled={onCancelled} wide />
          <p className="type-small text-center text-ink-2">You can cancel until it is shipped.</p>
        </>
      )}
    </section>
  )
}

/** Adds the lines of an order that can still be bought to the cart and opens it; the cart lists the others. */
function useBuyAgain(order: Order) {
  const [isPending, setIsPending] = useState(false)
  const navigate = useNavigate()
  const { currency } = useShop()

  async function buyAgain() {
    setIsPending(true)
    try {
      const products = await currentProducts(order.products.map(line => ({ ...line, product: line.product._id })))
      keptRefill.set(JSON.stringify(refillCart(order, products, currency)))
      await navigate(paths.cart)
    } catch {
      toastError('Something went wrong, please try again later...')
      setIsPending(false)
    }
  }

  return { buyAgain, isPending }
}

/** Shown in place of an order that could not be loaded. It does not say whether it belongs to another customer. */
export function OrderUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <PageTitle title="Order" heading="Order" />
      <ErrorState message="Something went wrong, please try again later..." onRetry={onRetry}>
        <ButtonLink to={paths.orders} variant="outline" size={40}>
          Your orders
        </ButtonLink>
      </ErrorState>
    </>
  )
}
