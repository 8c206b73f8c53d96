import type { User } from '@mela/contract'
import { Avatar } from '../../ui/avatar.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { CustomerSwitch } from './customer-switch.tsx'

const columns: Column<User>[] = [
  {
    key: 'avatar',
    head: 'Avatar',
    isHeadHidden: true,
    className: 'w-14',
    inCard: 'max-md:hidden',
    cell: ({ name, avatar }) => <Avatar firstName={name.firstName} url={avatar?.url} />,
  },
  {
    key: 'name',
    head: 'Name',
    className: 'font-semibold',
    cell: ({ name }) => `${name.firstName} ${name.lastName}`,
  },
  {
    key: 'email',
    head: 'Email',
    className: 'wrap-anywhere text-ink-2',
    inCard: 'max-md:row-start-2',
    cell: ({ email }) => email,
  },
  {
    key: 'status',
    head: 'Status',
    align: 'right',
    className: 'w-24',
    inCard: 'max-md:row-span-2 max-md:row-start-1 max-md:col-start-2',
    cell: customer => <CustomerSwitch customer={customer} />,
  },
]

export function CustomerTable({ customers }: { customers: User[] }) {
  return <DataTable caption="Customers" columns={columns} rows={customers} keyOf={({ _id }) => _id} />
}
