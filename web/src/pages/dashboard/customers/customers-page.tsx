import { STAFF_PAGE_CAP, staffPaths, type User } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { customerColumns } from '../../../features/staff/customers/customer-columns.tsx'
import { customersQuery } from '../../../features/staff/customers/customers.api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { KeywordForm } from '../../../ui/controls/keyword-form.tsx'
import { PagedTable } from '../../../ui/table/paged-table.tsx'
import { Section } from '../section.tsx'
import { customerLinks } from './customer-links.ts'

export function CustomersPage() {
  return <Customers path={staffPaths.customers} />
}

export function InactiveCustomersPage() {
  return <Customers path={staffPaths.inactiveCustomers} status="inactive" />
}

function Customers({ path, status }: { path: string; status?: 'inactive' }) {
  const { page, keyword, params } = useListParams()
  const customers = useQuery(customersQuery({ page, keyword, ...(status && { status }) }))
  const meta = customers.data?.meta
  const isPaged = meta !== undefined && (meta.pageCount > 1 || page > 1)

  return (
    <Section title="Customers" links={customerLinks}>
      <KeywordForm action={path} label="Search customers" keyword={keyword} params={params} />
      <PagedTable
        caption="Customers"
        query={customers}
        path={path}
        params={params}
        columns={customerColumns}
        keyOf={({ _id }) => _id}
        rowClassName={({ status: isActive }: User) => status === 'inactive' && isActive && 'opacity-0'}
        error="Something went wrong please try reloading the page..."
        empty="Nothing found."
        isPaged={isPaged}
      />
      {isPaged && (
        <p className="type-small text-ink-2">
          {`${meta.total} customers, ${STAFF_PAGE_CAP} a page. Search by name or email to find one quickly.`}
        </p>
      )}
    </Section>
  )
}
