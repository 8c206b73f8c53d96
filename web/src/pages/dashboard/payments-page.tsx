import { type PaymentStatus, staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { paymentColumns } from '../../features/staff/payments/payment-columns.tsx'
import { providerSite } from '../../features/staff/payments/provider-site.ts'
import { staffPaymentsQuery, useGateways } from '../../features/staff/payments/staff-payments.api.ts'
import { useListParams } from '../../lib/list-params.ts'
import { ListBar } from '../../ui/table/list-bar.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { Section } from './section.tsx'
import { SectionAction } from './section-action.tsx'

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
