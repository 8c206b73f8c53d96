import { STAFF_PAGE_CAP, type StaffMember, staffPaths, type User } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useListParams } from '../../../lib/list-params.ts'
import { listQuery } from '../../../lib/query-keys.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { KeywordForm } from '../../../ui/list-filters.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { fullName } from '../layout/record-parts.tsx'
import { Section, useList } from '../layout/section.tsx'
import { ConfirmRole, CustomerSwitch, customerLists, roleTexts } from './customer-parts.tsx'

/** All customers, those who cannot sign in, or staff, in one call up to its limit. */
export function CustomersPage() {
  const { only } = useList(customerLists)
  const { query } = useListParams()
  const paging = { size: STAFF_PAGE_CAP, page: query.page, keyword: query.keyword }
  const people = useQuery(
    only === 'staff'
      ? listQuery('GET /users/staff', { query: paging })
      : listQuery('GET /users/customers', { query: { ...paging, status: only ?? '' } }),
  )
  const meta = people.data?.meta
  const isPaged = meta !== undefined && (meta.pageCount > 1 || query.page > 1)
  const isStaff = only === 'staff'

  return (
    <Section title="Customers" links={customerLists}>
      <KeywordForm label={isStaff ? 'Search staff' : 'Search customers'} />
      <PagedTable
        caption={isStaff ? 'Staff' : 'Customers'}
        query={people}
        columns={isStaff ? staffColumns : customerColumns}
        keyOf={({ _id }) => _id}
        error="Something went wrong please try reloading the page..."
        empty="Nothing found."
        isPaged={isPaged}
      />
      {isPaged && !isStaff && (
        <p className="type-small text-ink-2">
          {`${meta.total} customers, ${STAFF_PAGE_CAP} a page. Search by name or email to find one quickly.`}
        </p>
      )}
    </Section>
  )
}

const personColumns: Column<User>[] = [
  {
    head: 'Avatar',
    className: 'w-20',
    inCard: 'max-md:hidden',
    cell: ({ name, avatar }) => <Avatar firstName={name.firstName} url={avatar?.url} />,
  },
  {
    head: 'Name',
    className: 'wrap-anywhere font-semibold',
    cell: ({ _id, name }) => (
      <Link
        dir="auto"
        to={staffPaths.customer(_id)}
        className="inline-flex min-h-8 items-center underline-offset-3 hover:underline pointer-coarse:min-h-11"
      >
        {fullName({ name })}
      </Link>
    ),
  },
  {
    head: 'Email',
    className: 'wrap-anywhere text-ink-2',
    inCard: 'max-md:row-start-2',
    cell: ({ email }) => email,
  },
]

const customerColumns: Column<User>[] = [
  ...personColumns,
  {
    head: 'Status',
    align: 'right',
    className: 'w-24',
    inCard: 'max-md:row-span-2 max-md:row-start-1 max-md:col-start-2',
    cell: customer => <CustomerSwitch customer={customer} />,
  },
]

/** Role and state are changed on the customer's own page, where a role is confirmed, too. */
const staffColumns: Column<User & Partial<StaffMember>>[] = [
  ...personColumns,
  {
    head: 'Role',
    align: 'right',
    inCard: 'max-md:row-span-2 max-md:row-start-1 max-md:col-start-2',
    cell: user => (
      <span className="inline-flex flex-wrap items-center justify-end gap-1.5">
        <Tag>{roleTexts[user.role].name}</Tag>
        {!user.status && <Tag tone="warn">Inactive</Tag>}
        {user.isRoleProven === false && <ConfirmRole user={user} />}
      </span>
    ),
  },
]
