import { orderName, type StaffPayment, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { priceText } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { GatewayName } from './gateway-name.tsx'
import { PaymentFlags } from './payment-flags.tsx'

export const paymentColumns: Column<StaffPayment>[] = [
  {
    key: 'transaction',
    head: 'Transaction',
    inCard: 'max-md:row-start-2',
    cell: ({ _id, transactionId }) => (
      <Link
        to={staffPaths.payment(_id)}
        className="wrap-anywhere -my-2 inline-flex items-center py-2 pointer-coarse:my-0 pointer-coarse:min-h-11 pointer-coarse:py-0 font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline"
      >
        {transactionId}
      </Link>
    ),
  },
  {
    key: 'order',
    head: 'Order',
    className: 'md:whitespace-nowrap',
    inCard: 'max-md:col-start-2 max-md:row-start-3 max-md:text-right',
    cell: ({ order, orderNumber }) =>
      order === null ? (
        <span className="text-ink-2">No order</span>
      ) : (
        <Link
          to={staffPaths.order(order)}
          className="wrap-anywhere -my-2 inline-flex items-center py-2 pointer-coarse:my-0 pointer-coarse:min-h-11 pointer-coarse:py-0 font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline"
        >
          {orderName({ _id: order, number: orderNumber })}
        </Link>
      ),
  },
  {
    key: 'customer',
    head: 'Customer',
    inCard: 'max-md:row-start-1 max-md:self-start',
    cell: ({ customer, email_address }) => (
      <>
        <p dir="auto" className="wrap-anywhere font-semibold">
          {customer ? `${customer.name.firstName} ${customer.name.lastName}` : 'Unknown'}
        </p>
        {email_address && <p className="type-small wrap-anywhere text-ink-2">{email_address}</p>}
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    inCard: 'max-md:col-start-2 max-md:row-start-1 max-md:self-start',
    cell: payment => (
      <span className="flex flex-wrap gap-1.5 max-md:flex-col max-md:items-end">
        <Badge status={payment.status} />
        <PaymentFlags payment={payment} />
      </span>
    ),
  },
  {
    key: 'gateway',
    head: 'Gateway',
    className: 'max-xl:hidden',
    cell: ({ paymentGateway }) => <GatewayName name={paymentGateway} />,
  },
  {
    key: 'date',
    head: 'Date',
    sort: 'created',
    sortNames: { up: 'Oldest first', down: 'Newest first' },
    inCard: 'max-md:row-start-3 max-md:text-ink-2',
    cell: ({ update_time }) => <Time value={update_time} style="date-time" />,
  },
  {
    key: 'amount',
    head: 'Amount',
    sort: 'amount',
    align: 'right',
    inCard: 'max-md:col-start-2 max-md:row-start-2',
    cell: ({ amount, currency }) => priceText(amount, currency),
  },
]
