import type { User } from '@mela/contract'
import { Avatar } from '../../ui/avatar.tsx'
import { CustomerSwitch } from './customer-switch.tsx'

/** Below 768 px each row is a card of its own, so that nothing scrolls sideways. */
export function CustomerTable({ customers }: { customers: User[] }) {
  return (
    <div className="overflow-clip rounded-tile border border-line bg-surface">
      <table className="type-ui w-full border-collapse font-normal! max-md:block">
        <thead className="type-small text-left text-ink-2 max-md:sr-only">
          <tr className="border-line border-b">
            <th className="h-11 w-14 pl-5 font-medium">
              <span className="sr-only">Avatar</span>
            </th>
            <th className="px-3 font-medium">Name</th>
            <th className="px-3 font-medium">Email</th>
            <th className="w-24 pr-5 text-right font-medium">Status</th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {customers.map(customer => (
            <tr
              key={customer._id}
              className="border-line not-last:border-b hover:bg-paper max-md:grid max-md:grid-cols-[auto_1fr_auto] max-md:items-center max-md:gap-x-3 max-md:p-4"
            >
              <td className="py-3 pl-5 max-md:row-span-2 max-md:p-0">
                <Avatar firstName={customer.name.firstName} url={customer.avatar?.url} />
              </td>
              <td className="px-3 font-semibold max-md:px-0">
                {customer.name.firstName} {customer.name.lastName}
              </td>
              <td className="wrap-anywhere px-3 text-ink-2 max-md:text-[0.8125rem] max-md:col-start-2 max-md:row-start-2 max-md:px-0">
                {customer.email}
              </td>
              <td className="pr-5 text-right max-md:col-start-3 max-md:row-span-2 max-md:row-start-1 max-md:p-0">
                <CustomerSwitch customer={customer} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
