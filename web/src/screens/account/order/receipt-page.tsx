import { addressLines, gatewayNames, isOffline, type Order, orderName, paths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { priceText } from '../../../lib/format.ts'
import { orderFacts } from '../../../shared/orders/order-facts.tsx'
import { OrderTotals } from '../../../shared/orders/order-totals.tsx'
import { giftWords } from '../../../shared/orders/order-words.ts'
import { PrintedHead, PrintedLines, PrintedSheet } from '../../../shared/orders/printed-sheet.tsx'
import { RequireBuyer } from '../../../shared/session/require-user.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { SkipLink } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import { HomeLink } from '../../../ui/wordmark.tsx'
import { OrderUnavailable, ownOrderQuery } from './order-actions.tsx'

export function ReceiptPage() {
  const { orderId = '' } = useParams()

  return (
    <>
      <SkipLink />
      <header className="shell flex h-14 items-center lg:h-18 print:hidden">
        <HomeLink />
      </header>
      <main id="content" tabIndex={-1} className="shell grid max-w-218! gap-5 pt-4 pb-24 outline-none print:p-0">
        <RequireBuyer
          admits={({ order }) => order === orderId}
          fallback={<Skeleton className="appear-late h-120 rounded-tile" />}
        >
          <Receipt orderId={orderId} />
        </RequireBuyer>
      </main>
    </>
  )
}

function Receipt({ orderId }: { orderId: string }) {
  const order = useQuery(ownOrderQuery(orderId))
  const user = useCurrentUser()
  if (order.error && !order.data) return <OrderUnavailable error={order.error} onRetry={() => void order.refetch()} />
  if (!order.data) return <Skeleton className="appear-late h-120 rounded-tile" />

  const { shippingAddress, products } = order.data
  return (
    <>
      <BackLink to={paths.pay(orderId)} reloadDocument>
        The order
      </BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <PageTitle title={`Receipt ${orderName(order.data)}`} heading="Receipt" />
        <Button variant="outline" size={40} onClick={() => print()}>
          <Printer /> Print
        </Button>
      </div>
      <PrintedSheet title="Receipt">
        <PrintedHead
          title={giftWords(order.data) ? 'Bought by' : 'Ship to'}
          address={[...addressLines(shippingAddress), user?.email]}
          facts={factsOf(order.data)}
        />
        <PrintedLines lines={products} currency={order.data.currency} />
        <OrderTotals order={order.data} />
      </PrintedSheet>
    </>
  )
}

function factsOf(order: Order) {
  const { payment, amountPaid, amountRefunded, currency } = order
  const facts = {
    Order: <span className="font-mono">{orderName(order)}</span>,
    Date: <Time value={order.createdAt} />,
    ...orderFacts(order),
  }
  const provider = payment && gatewayNames[payment.paymentGateway]
  const isByHand = isOffline(payment?.paymentGateway)
  if (amountPaid === 0) {
    const isPending = payment?.status === 'pending'
    return { ...facts, Payment: isPending && !isByHand ? `On its way at ${provider}` : 'Not paid' }
  }

  const dated = (amount: number, at: string | null | undefined) => (
    <span>
      <span>{`${priceText(amount, currency)} ${currency}`}</span>
      {at && (
        <span>
          , <Time value={at} />
        </span>
      )}
    </span>
  )
  // A transfer comes after its order is processing, in parts.
  const paidAt = isByHand ? null : order.history.find(({ status }) => status === 'processing')?.at
  const refundedAt = order.refunds.findLast(({ completedAt }) => completedAt)?.completedAt
  return {
    ...facts,
    'Amount paid': dated(amountPaid, paidAt),
    Payment: payment && (
      <span className="font-mono">{isByHand ? provider : `${provider} ${payment.transactionId}`}</span>
    ),
    Refunded: amountRefunded > 0 && dated(amountRefunded, refundedAt),
  }
}
