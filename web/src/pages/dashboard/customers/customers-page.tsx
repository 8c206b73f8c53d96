import { STAFF_PAGE_CAP, type User } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { CustomerTable } from '../../../features/customers/customer-table.tsx'
import { customersQuery } from '../../../features/customers/customers.api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { staffPaths } from '../../../lib/staff-paths.ts'
import { Async } from '../../../ui/async.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { PagingBar } from '../../../ui/paging-bar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Section } from '../section.tsx'

const links = [
  { to: staffPaths.customers, label: 'All Customers' },
  { to: staffPaths.inactiveCustomers, label: 'Inactive Customers' },
]

export function CustomersPage() {
  return <Customers path={staffPaths.customers} isShown={() => true} />
}

export function InactiveCustomersPage() {
  return <Customers path={staffPaths.inactiveCustomers} isShown={({ status }) => !status} />
}

function Customers({ path, isShown }: { path: string; isShown: (customer: User) => boolean }) {
  const { page, keyword, params } = useListParams()
  const customers = useQuery(customersQuery({ page, keyword }))
  const meta = customers.data?.meta

  return (
    <Section title="Customers" links={links}>
      <KeywordForm action={path} label="Search customers" keyword={keyword} />
      <Async
        query={customers}
        loading={<Skeleton className="h-80 rounded-tile" />}
        errorPrefix="Error: "
        error="Something went wrong please try reloading the page..."
        isEmpty={({ data }) => !data.some(isShown)}
        empty={<EmptyState icon={Users} text="Nothing found." />}
      >
        {({ data }) => <CustomerTable customers={data.filter(isShown)} />}
      </Async>
      {meta && meta.pageCount > 1 && (
        <>
          <p className="type-small text-ink-2">
            {meta.total} customers, {STAFF_PAGE_CAP} a page. Search by name or e-mail to find one quickly.
          </p>
          <PagingBar meta={meta} basePath={path} params={params} />
        </>
      )}
    </Section>
  )
}
