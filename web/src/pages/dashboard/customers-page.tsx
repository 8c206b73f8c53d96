import { STAFF_PAGE_CAP, type User } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { CustomerTable } from '../../features/customers/customer-table.tsx'
import { customersQuery } from '../../features/customers/customers.api.ts'
import { paths } from '../../lib/paths.ts'
import { Async } from '../../ui/async.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeywordForm } from '../../ui/keyword-form.tsx'
import { PagingBar } from '../../ui/paging-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SectionHead } from './section-head.tsx'

const links = [
  { to: paths.customers, label: 'All Customers' },
  { to: paths.inactiveCustomers, label: 'Inactive Customers' },
]

export function CustomersPage() {
  return <Customers path={paths.customers} isShown={() => true} />
}

export function InactiveCustomersPage() {
  return <Customers path={paths.inactiveCustomers} isShown={({ status }) => !status} />
}

function Customers({ path, isShown }: { path: string; isShown: (customer: User) => boolean }) {
  const [params] = useSearchParams()
  const keyword = params.get('keyword')?.trim() ?? ''
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const customers = useQuery(customersQuery({ page, keyword }))
  const meta = customers.data?.meta

  return (
    <div className="grid gap-5">
      <SectionHead title="Customers" links={links} />
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
    </div>
  )
}
