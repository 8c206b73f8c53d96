import { staffPaths, type User } from '@mela/contract'
import { Link } from 'react-router'
import type { Column } from '../../../ui/table/data-table.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { Tag } from '../../../ui/values/tag.tsx'
import { CustomerSwitch } from './customer-switch.tsx'
import { roleTexts } from './roles.ts'

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
