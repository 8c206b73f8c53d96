import { canCancel, type Order, paths } from '@mela/contract'
import { ReceiptText, RotateCcw } from 'lucide-react'
import { CancelOrder } from '../../../features/shop/orders/cancel-order.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { InvoiceLinks } from '../../../ui/values/invoice-links.tsx'
import { useBuyAgain } from './use-buy-again.ts'

/** The customer's actions for an order that is not waiting for payment. */
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
          <CancelOrder order={order} onCancelled={onCancelled} className="w-full" />
          <p className="type-small text-center text-ink-2">You can cancel until it is shipped.</p>
        </>
      )}
    </section>
  )
}
