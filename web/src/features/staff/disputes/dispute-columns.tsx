import { type Dispute, orderName, staffPaths } from '@mela/contract'
import { Link } from 'react-router'
import { priceText } from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { DisputeTag } from './dispute-tag.tsx'
import { providerWords } from './provider-words.ts'

export const disputeColumns: Column<Dispute>[] = [
  {
    key: 'dispute',
    head: 'Dispute',
    inCard: 'max-md:row-start-2',
    cell: ({ _id, disputeId }) => (
      <Link
        to={staffPaths.dispute(_id)}
        className="wrap-anywhere -my-2 inline-block py-2 pointer-coarse:-my-3.5 pointer-coarse:py-3.5 font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline"
      >
        {disputeId}
      </Link>
    ),
  },
  {
    key: 'order',
    head: 'Order',
    className: 'md:whitespace-nowrap',
    inCard: 'max-md:col-start-2 max-md:row-start-2 max-md:text-right',
    cell: ({ order, orderNumber }) =>
      order && (
        <Link
          to={staffPaths.order(order)}
          className="wrap-anywhere -my-2 inline-block py-2 pointer-coarse:-my-3.5 pointer-coarse:py-3.5 font-mono text-[0.8125rem] text-info underline-offset-3 hover:underline"
        >
          {orderName({ _id: order, number: orderNumber })}
        </Link>
      ),
  },
  {
    key: 'customer',
    head: 'Customer',
    inCard: 'max-md:row-start-1 max-md:self-start',
    cell: ({ customer, reason }) => (
      <>
        <p dir="auto" className="wrap-anywhere font-semibold">
          {customer ? `${customer.name.firstName} ${customer.name.lastName}` : 'Unknown'}
        </p>
        <p className="type-small wrap-anywhere text-ink-2">{providerWords(reason)}</p>
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    inCard: 'max-md:col-span-2 max-md:row-start-3',
    cell: dispute => <DisputeTag dispute={dispute} />,
  },
  {
    key: 'deadline',
    head: 'Answer by',
    isNamedInCard: true,
    inCard: 'max-md:col-span-2 max-md:row-start-4',
    cell: ({ respondBy }) => (respondBy ? <Time value={respondBy} style="date-time" /> : '–'),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    inCard: 'max-md:col-start-2 max-md:row-start-1 max-md:self-start',
    cell: ({ amount, currency }) => priceText(amount, currency),
  },
]
