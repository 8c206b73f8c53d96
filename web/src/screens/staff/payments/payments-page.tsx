import { gatewayNames, orderName, type StaffPayment, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { priceText } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { type Column, IdLink } from '../../../ui/data-table.tsx'
import { ListBar } from '../../../ui/list-bar.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { PersonCell } from '../layout/record-parts.tsx'
import { Section, SectionAction, useList } from '../layout/section.tsx'
import { PaymentFlags } from './payment-flags.tsx'
import { providerSite, useGateways } from './payments.api.ts'

const paymentColumns: Column<StaffPayment>[] = [
  {
    head: 'Transaction',
    inCard: 'max-md:row-start-2',
    cell: ({ _id, transactionId }) => <IdLink to={staffPaths.payment(_id)}>{transactionId}</IdLink>,
  },
  {
    head: 'Order',
    className: 'md:whitespace-nowrap',
    inCard: 'max-md:col-start-2 max-md:row-start-3 max-md:text-right',
    cell: ({ order, orderNumber }) =>
      order === null ? (
        <span className="text-ink-2">No order</span>
      ) : (
        <IdLink to={staffPaths.order(order)}>{orderName({ _id: order, number: orderNumber })}</IdLink>
      ),
  },
  {
    head: 'Customer',
    inCard: 'max-md:row-start-1 max-md:self-start',
    cell: ({ customer, email_address }) => <PersonCell person={customer} note={email_address} />,
  },
  {
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
    head: 'Gateway',
    className: 'max-xl:hidden',
    cell: ({ paymentGateway }) => gatewayNames[paymentGateway],
  },
  {
    head: 'Date',
    sort: 'created',
    inCard: 'max-md:row-start-3 max-md:text-ink-2',
    cell: ({ update_time }) => <Time value={update_time} style="date-time" />,
  },
  {
    head: 'Amount',
    sort: 'amount',
    align: 'right',
    inCard: 'max-md:col-start-2 max-md:row-start-2',
    cell: ({ amount, currency }) => priceText(amount, currency),
  },
]

const lists = [
  { to: staffPaths.payments, label: 'All', status: undefined, empty: 'No payments found.' },
  {
    to: staffPaths.successfulPayments,
    label: 'Successful Payments',
    status: 'completed',
    empty: 'No successful payments found.',
  },
  { to: staffPaths.failedPayments, label: 'Failed Payments', status: 'failed', empty: 'No failed payments found.' },
] as const

export function PaymentsPage() {
  const { status, empty } = useList(lists)
  const { query } = useListParams()
  const payments = useQuery(
    status
      ? listQuery('GET /payments/status/:status', { params: { status }, query })
      : listQuery('GET /payments', { query }),
  )
  const site = providerSite(useGateways()?.[0])

  return (
    <Section
      title="Payments"
      links={lists}
      action={site && <SectionAction label="Payment provider" icon={ExternalLink} href={site} />}
    >
      <ListBar label="Search payments" />
      <PagedTable
        query={payments}
        sortedBy="-created"
        caption="Payments"
        columns={paymentColumns}
        keyOf={({ _id }) => _id}
        empty={empty}
      />
    </Section>
  )
}
