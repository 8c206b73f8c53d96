import { type Dispute, orderName, staffPaths } from '@mela/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { MessageCircleWarning } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { priceText } from '../../../lib/format.ts'
import { type ListParams, useListParams } from '../../../lib/list-params.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { keepRows, PagedTable } from '../../../ui/paged-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { Section } from '../layout/section.tsx'
import { DisputeTag } from '../payments/payment-flags.tsx'
import { providerWords } from './disputes.api.ts'

const disputeColumns: Column<Dispute>[] = [
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

const links = [
  { to: staffPaths.disputes, label: 'All' },
  { to: staffPaths.openDisputes, label: 'Open' },
  { to: staffPaths.closedDisputes, label: 'Closed' },
]

const lists = {
  all: { path: staffPaths.disputes, state: undefined, empty: 'No disputes.' },
  open: { path: staffPaths.openDisputes, state: 'open', empty: 'No open disputes.' },
  closed: { path: staffPaths.closedDisputes, state: 'closed', empty: 'No closed disputes.' },
} as const

/** The provider's disputes. */
export function DisputesPage({ list }: { list: keyof typeof lists }) {
  const { path, state, empty } = lists[list]
  const listParams = useListParams()
  const { keyword, params } = listParams
  const disputes = useQuery(disputesQuery(state, listParams))
  const hasAny = (disputes.data?.meta.total ?? 0) > 0

  return (
    <Section title="Disputes" links={links}>
      {(hasAny || keyword) && <KeywordForm action={path} label="Search disputes" keyword={keyword} params={params} />}
      <PagedTable
        query={disputes}
        path={path}
        params={params}
        caption="Disputes"
        columns={disputeColumns}
        keyOf={({ _id }) => _id}
        error="Something went wrong, please try reloading the page."
        empty={empty}
        emptyIcon={MessageCircleWarning}
        isPaged={hasAny}
      />
    </Section>
  )
}

const disputesQuery = (state: 'open' | 'closed' | undefined, { page, size, keyword }: ListParams) => {
  const query = { page, size: size ?? '', keyword, state: state ?? '' }
  return queryOptions({
    queryKey: ['disputes', query],
    queryFn: () => call('GET /disputes', { query }),
    staleTime: 0,
    ...keepRows,
  })
}
