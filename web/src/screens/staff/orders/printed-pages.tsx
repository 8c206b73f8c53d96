import {
  addressLines,
  billingLines,
  gatewayNames,
  isOffline,
  orderName,
  type StaffOrder,
  staffPaths,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { countLabel, priceText } from '../../../lib/format.ts'
import { orderFacts } from '../../../shared/orders/order-facts.tsx'
import { LineOptions, OrderTotals } from '../../../shared/orders/order-totals.tsx'
import { PrintedHead, PrintedLines, PrintedSheet } from '../../../shared/orders/printed-sheet.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Time } from '../../../ui/time.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { staffOrderQuery, unitsRefunded } from './orders.api.ts'
import { PricingRules } from './pricing-rules.tsx'

function NotToSend({ reason }: { reason: string | null | undefined }) {
  if (!reason) return null
  return (
    <p role="status" className="border border-danger p-3 font-semibold text-danger">
      {reason}
    </p>
  )
}

/** The packing slip: contents and recipient without prices, because the parcel may be a present. */
export function PackingSlipPage() {
  return (
    <PrintedOrder title="Packing slip">
      {order => {
        const { products, shippingAddress, actions } = order
        // Gift cards are sent by email.
        const packed = products
          .map((line, position) => ({ ...line, refunded: unitsRefunded(order, position) }))
          .filter(({ gifts }) => !gifts)
        return (
          <>
            <NotToSend reason={actions?.sendWarning} />
            <PrintedHead
              title="Ship to"
              address={[
                ...addressLines(shippingAddress),
                shippingAddress.phoneNumber && `+${shippingAddress.countryCode} ${shippingAddress.phoneNumber}`,
              ]}
              facts={{
                Order: <span className="font-mono">{orderName(order)}</span>,
                Placed: <Time value={order.createdAt} />,
                ...orderFacts(order),
              }}
            />
            <table className="w-full border-collapse text-left">
              <caption className="sr-only">What is in the parcel</caption>
              <thead className="type-small text-ink-2">
                <tr className="border-ink border-b">
                  <th scope="col" className="w-12 py-2 font-medium">
                    Packed
                  </th>
                  <th scope="col" className="px-4 py-2 font-medium">
                    Product
                  </th>
                  <th scope="col" className="py-2 text-right font-medium">
                    Quantity
                  </th>
                </tr>
              </thead>
              <tbody>
                {packed.map(({ product, variant, quantity, refunded, ...line }) => (
                  <tr key={variant} className="break-inside-avoid border-line border-b">
                    <td className="py-3">
                      <span className="block size-4.5 rounded-sm border border-edge" />
                    </td>
                    <td className="wrap-anywhere px-4 py-3">
                      <span dir="auto">{product.name}</span>
                      <LineOptions line={line} withSku />
                      {refunded > 0 && (
                        <p className="type-small text-danger">{`${refunded} of ${quantity} refunded`}</p>
                      )}
                    </td>
                    <td className="py-3 text-right font-semibold tabular-nums">{quantity - refunded}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="text-right font-semibold">
              {countLabel(
                packed.reduce((sum, { quantity, refunded }) => sum + quantity - refunded, 0),
                'unit',
              )}
            </p>
            <p className="text-ink-2">
              Thank you for your order. If something is not right, write to us and name the order.
            </p>
          </>
        )
      }}
    </PrintedOrder>
  )
}

export function InvoicePage() {
  return (
    <PrintedOrder title="Invoice">
      {order => (
        <>
          <PrintedHead
            title="Bill to"
            address={[...billingLines(order), order.customer?.email]}
            facts={factsOf(order)}
          />
          <PrintedLines
            lines={order.products}
            currency={order.currency}
            rules={behind => <PricingRules order={order._id} behind={behind} />}
          />
          <OrderTotals order={order} rules={behind => <PricingRules order={order._id} behind={behind} />} />
        </>
      )}
    </PrintedOrder>
  )
}

function factsOf(order: StaffOrder) {
  const { invoices, payments = [] } = order
  const paid = payments.find(({ status }) => status === 'completed')
  const way = paid && gatewayNames[paid.paymentGateway]
  const provider = isOffline(paid?.paymentGateway) ? way : paid && `${way} ${paid.transactionId}`
  return {
    Order: <span className="font-mono">{orderName(order)}</span>,
    'Invoice number': invoices[0] ? <span className="font-mono">{invoices[0].number}</span> : 'Not issued',
    Date: <Time value={order.createdAt} />,
    ...orderFacts(order),
    Paid: paid && <Time value={paid.update_time} />,
    Payment: provider ? <span className="font-mono">{provider}</span> : 'Not paid yet',
    Refunded: paid && paid.refundedAmount > 0 && priceText(paid.refundedAmount, paid.currency),
  }
}

/**
 * A printed document of an order with the shop's letterhead; the browser prints it, or saves it as PDF, without the
 * page around it.
 */
function PrintedOrder({ title, children }: { title: string; children: (order: StaffOrder) => Elements }) {
  const { orderId = '' } = useParams()

  return (
    <Section title={title} action={<SectionAction label="Print" icon={Printer} onClick={() => print()} />}>
      <BackLink to={staffPaths.order(orderId)}>The order</BackLink>
      <Loaded query={useQuery(staffOrderQuery(orderId))} loading="Loading order..." missing="Error: Order not found.">
        {order => <PrintedSheet title={title}>{children(order)}</PrintedSheet>}
      </Loaded>
    </Section>
  )
}
