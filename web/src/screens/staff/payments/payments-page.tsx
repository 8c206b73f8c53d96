import { orderName, type PaymentStatus, type StaffPayment, staffPaths } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { type ListParams, useListParams } from '../../../lib/list-params.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { ListBar } from '../../../ui/list-bar.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { Section, SectionAction } from '../layout/section.tsx'
import { GatewayName } from './gateway-name.tsx'
import { PaymentFlags } from './payment-flags.tsx'
import { providerSite, useGateways } from './payments.api.ts'

const paymentColumns: Column<StaffPayment>[] = [
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

const links = [
  { to: staffPaths.payments, label: 'All' },
  { to: staffPaths.successfulPayments, label: 'Successful Payments' },
  { to: staffPaths.failedPayments, label: 'Failed Payments' },
]

interface PaymentList {
  path: string
  status?: PaymentStatus
  empty: string
}

const lists = {
  all: { path: staffPaths.payments, empty: 'No payments found.' },
  successful: { path: staffPaths.successfulPayments, status: 'completed', empty: 'No successful payments found.' },
  failed: { path: staffPaths.failedPayments, status: 'failed', empty: 'No failed payments found.' },
} as const satisfies Record<string, PaymentList>

export function PaymentsPage({ list }: { list: keyof typeof lists }) {
  const { path, status, empty }: PaymentList = lists[list]
  const listParams = useListParams()
  const { keyword, params } = listParams
  const payments = useQuery(staffPaymentsQuery(status, listParams))
  const site = providerSite(useGateways()?.[0])

  return (
    <Section
      title="Payments"
      links={links}
      action={site && <SectionAction label="Payment provider" icon={ExternalLink} href={site} />}
    >
      <ListBar action={path} label="Search payments" keyword={keyword} params={params} />
      <PagedTable
        query={payments}
        path={path}
        params={params}
        sortedBy="-created"
        caption="Payments"
        columns={paymentColumns}
        keyOf={({ _id }) => _id}
        error="Something went wrong, please try reloading the page."
        empty={empty}
      />
    </Section>
  )
}

/** Payments of all customers, filtered by status and the address's query. */
const staffPaymentsQuery = (status: PaymentStatus | undefined, { page, size, keyword, ...list }: ListParams) => {
  const query = { page, size: size ?? '', keyword, sort: list.sort ?? '', from: list.from ?? '', to: list.to ?? '' }
  return queryOptions({
    queryKey: ['payments', 'staff', status ?? 'all', query],
    queryFn: () =>
      status ? call('GET /payments/status/:status', { params: { status }, query }) : call('GET /payments', { query }),
    staleTime: 0,
    ...keepRows,
  })
}
