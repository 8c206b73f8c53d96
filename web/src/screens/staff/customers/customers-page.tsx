import { STAFF_PAGE_CAP, staffPaths, type User } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useListParams } from '../../../lib/list-params.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Section } from '../layout/section.tsx'
import { CustomerSwitch } from './customer-rights.tsx'
import { customerLinks, customersQuery, roleTexts, staffQuery } from './customers.api.ts'

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

/** Admins and managers; each links to the page where the role is changed. */
export function StaffPage() {
  const { page, keyword, params } = useListParams()
  const staff = useQuery(staffQuery({ page, keyword }))
  const meta = staff.data?.meta

  return (
    <Section title="Customers" links={customerLinks}>
      <KeywordForm action={staffPaths.staff} label="Search staff" keyword={keyword} params={params} />
      <PagedTable
        caption="Staff"
        query={staff}
        path={staffPaths.staff}
        params={params}
        columns={staffColumns}
        keyOf={({ _id }) => _id}
        error="Something went wrong please try reloading the page..."
        empty="Nothing found."
        isPaged={meta !== undefined && (meta.pageCount > 1 || page > 1)}
      />
    </Section>
  )
}

const personColumns: Column<User>[] = [
  {
    key: 'avatar',
    head: 'Avatar',
    className: 'w-20',
    inCard: 'max-md:hidden',
    cell: ({ name, avatar }) => <Avatar firstName={name.firstName} url={avatar?.url} />,
  },
  {
    key: 'name',
    head: 'Name',
    className: 'wrap-anywhere font-semibold',
    cell: ({ _id, name }) => (
      <Link
        dir="auto"
        to={staffPaths.customer(_id)}
        className="inline-flex min-h-8 items-center underline-offset-3 hover:underline pointer-coarse:min-h-11"
      >
        {`${name.firstName} ${name.lastName}`}
      </Link>
    ),
  },
  {
    key: 'email',
    head: 'Email',
    className: 'wrap-anywhere text-ink-2',
    inCard: 'max-md:row-start-2',
    cell: ({ email }) => email,
  },
]

export const customerColumns: Column<User>[] = [
  ...personColumns,
  {
    key: 'status',
    head: 'Status',
    align: 'right',
    className: 'w-24',
    inCard: 'max-md:row-span-2 max-md:row-start-1 max-md:col-start-2',
    cell: customer => <CustomerSwitch customer={customer} />,
  },
]

/** Role and state are changed on the customer's own page. */
export const staffColumns: Column<User>[] = [
  ...personColumns,
  {
    key: 'role',
    head: 'Role',
    align: 'right',
    inCard: 'max-md:row-span-2 max-md:row-start-1 max-md:col-start-2',
    cell: ({ role, status }) => (
      <span className="inline-flex flex-wrap justify-end gap-1.5">
        <Tag>{roleTexts[role].name}</Tag>
        {!status && <Tag tone="warn">Inactive</Tag>}
      </span>
    ),
  },
]
