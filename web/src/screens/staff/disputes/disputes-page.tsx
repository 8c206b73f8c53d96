import { type Dispute, orderName, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleWarning } from 'lucide-react'
import { priceText } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { type Column, IdLink } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { PersonCell } from '../layout/record-parts.tsx'
import { Section, useList } from '../layout/section.tsx'
import { DisputeTag } from '../payments/payment-flags.tsx'
import { providerWords } from '../payments/payments.api.ts'

const disputeColumns: Column<Dispute>[] = [
  {
    head: 'Dispute',
    inCard: 'max-md:row-start-2',
    cell: ({ _id, disputeId }) => <IdLink to={staffPaths.dispute(_id)}>{disputeId}</IdLink>,
  },
  {
    head: 'Order',
    className: 'md:whitespace-nowrap',
    inCard: 'max-md:col-start-2 max-md:row-start-2 max-md:text-right',
    cell: ({ order, orderNumber }) =>
      order && <IdLink to={staffPaths.order(order)}>{orderName({ _id: order, number: orderNumber })}</IdLink>,
  },
  {
    head: 'Customer',
    inCard: 'max-md:row-start-1 max-md:self-start',
    cell: ({ customer, reason }) => <PersonCell person={customer} note={providerWords(reason)} />,
  },
  {
    head: 'Status',
    inCard: 'max-md:col-span-2 max-md:row-start-3',
    cell: dispute => <DisputeTag dispute={dispute} />,
  },
  {
    head: 'Answer by',
    isNamedInCard: true,
    inCard: 'max-md:col-span-2 max-md:row-start-4',
    cell: ({ respondBy }) => (respondBy ? <Time value={respondBy} style="date-time" /> : '–'),
  },
  {
    head: 'Amount',
    align: 'right',
    inCard: 'max-md:col-start-2 max-md:row-start-1 max-md:self-start',
    cell: ({ amount, currency }) => priceText(amount, currency),
  },
]

const lists = [
  { to: staffPaths.disputes, label: 'All', state: '', empty: 'No disputes.' },
  { to: staffPaths.openDisputes, label: 'Open', state: 'open', empty: 'No open disputes.' },
  { to: staffPaths.closedDisputes, label: 'Closed', state: 'closed', empty: 'No closed disputes.' },
] as const

export function DisputesPage() {
  const { state, empty } = useList(lists)
  const query = { ...useListParams().query, state }
  const disputes = useQuery(listQuery('GET /disputes', { query }))
  const hasAny = (disputes.data?.meta.total ?? 0) > 0

  return (
    <Section title="Disputes" links={lists}>
      {(hasAny || query.keyword) && <KeywordForm label="Search disputes" />}
      <PagedTable
        query={disputes}
        caption="Disputes"
        columns={disputeColumns}
        keyOf={({ _id }) => _id}
        empty={empty}
        emptyIcon={MessageCircleWarning}
        isPaged={hasAny}
      />
    </Section>
  )
}
