import {
  type Address,
  addressLines,
  type CustomerOverview,
  type OrderSummary,
  orderName,
  staffPaths,
  type User,
} from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { countLabel, formatDate, phoneUrl, priceText } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { dataQuery, listQuery, subjectQuery, useRefreshAfter } from '../../../lib/query-keys.ts'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, lineLink, textLink } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { type Column, IdLink } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/headings.tsx'
import { Together } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { Badge } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { Loaded, LoadedPart } from '../layout/loaded.tsx'
import { Facts, fullName } from '../layout/record-parts.tsx'
import { Section } from '../layout/section.tsx'
import { StatTiles } from '../layout/stat-tiles.tsx'
import { ConfirmRole, CustomerSwitch, customerLists, Devices, RoleDialog, roleTexts } from './customer-parts.tsx'

export function CustomerPage() {
  const { customerId = '' } = useParams()
  const params = { id: customerId }
  const { page, size } = useListParams().query
  const user = useQuery(subjectQuery('GET /users/:id', { params }))
  const overview = useQuery(dataQuery('GET /users/:id/overview', { params }))
  const orders = useQuery(listQuery('GET /users/:id/orders', { params, query: { page, size } }))

  return (
    <Section title="Customer" links={customerLists}>
      <Together queries={[user, overview, orders]} loading={<Skeleton className="appear-late h-120 rounded-tile" />}>
        <Loaded query={user} missing="Error: Customer not found.">
          {user => (
            <>
              <CustomerHead user={user} />
              <LoadedPart query={overview}>
                {overview => (
                  <Details user={user} overview={overview}>
                    <CustomerOrders orders={orders} />
                  </Details>
                )}
              </LoadedPart>
            </>
          )}
        </Loaded>
      </Together>
    </Section>
  )
}

function Details({ user, overview, children }: { user: User; overview: CustomerOverview; children: Elements }) {
  return (
    <>
      {overview.leftAt && (
        <p role="status" className="rounded-tile bg-warn-soft px-5 py-3 text-warn">
          This account was closed on <Time value={overview.leftAt} />. What was personal is erased, at once or within
          seven days; orders stay.
        </p>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <CustomerFigures overview={overview} />
          {children}
        </div>
        <div className="grid gap-5 md:max-xl:grid-cols-2">
          {!overview.leftAt && <AccountCard user={user} overview={overview} />}
          <ReviewsCard user={user} count={overview.reviews} />
          {!overview.leftAt && (
            <>
              <Devices userId={user._id} sessions={overview.sessions} />
              <AddressList addresses={overview.addresses} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

function CustomerHead({ user }: { user: User }) {
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar firstName={user.name.firstName} url={user.avatar?.url} size={56} />
      <div className="min-w-0">
        <h2 dir="auto" className="wrap-anywhere font-semibold text-xl">
          {fullName(user)}
        </h2>
        <a href={`mailto:${user.email}`} className={`${textLink} wrap-anywhere`}>
          {user.email}
        </a>
      </div>
    </div>
  )
}

function CustomerFigures({ overview: { orders, spent, createdAt } }: { overview: CustomerOverview }) {
  const price = usePrice()
  const since = formatDate(createdAt, 'date', undefined, useShop().timeZone)
  return <StatTiles stats={{ Orders: orders, Spent: price(spent), 'Customer since': since }} />
}

function AddressList({ addresses }: { addresses: Address[] }) {
  return (
    <Card title="Addresses">
      {addresses.length === 0 && <p className="text-ink-2">No addresses saved.</p>}
      <ul className="grid max-h-110 divide-y divide-line overflow-y-auto">
        {addresses.map(address => (
          <li key={address._id} className="wrap-anywhere py-3 text-ink-2 first:pt-0 last:pb-0">
            <p className="font-medium text-ink">{addressLines(address)[0]}</p>
            <p>{addressLines(address).slice(1).join(', ')}</p>
            <a href={phoneUrl(`+${address.countryCode}${address.phoneNumber}`)} className={lineLink}>
              {`+${address.countryCode} ${address.phoneNumber}`}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ReviewsCard({ user, count }: { user: User; count: number }) {
  const after = useRefreshAfter('users', 'products')
  const reviews = countLabel(count, 'review')

  return (
    <Card
      title="Reviews"
      action={
        count > 0 && (
          <ConfirmButton
            label="Delete reviews"
            size={32}
            title={`Delete ${reviews} of ${fullName(user)}?`}
            action="Delete reviews"
            perform={() => after(call('DELETE /users/:id/reviews', { params: { id: user._id } }))}
            fallback="An error occurred while deleting the reviews."
          >
            <p className="text-ink-2">
              They are gone from every product, and its rating follows. This cannot be undone.
            </p>
          </ConfirmButton>
        )
      }
    >
      <p className="text-ink-2">{count > 0 ? `${reviews} written.` : 'No reviews written.'}</p>
    </Card>
  )
}

function AccountCard({ user, overview }: { user: User; overview: CustomerOverview }) {
  const { isEmailConfirmed, isRoleProven, hasTwoFactor } = overview
  const [isChangingRole, setIsChangingRole] = useState(false)

  return (
    <Card title="Account">
      <Facts
        className="*:min-h-8 *:content-center"
        facts={{
          Active: <CustomerSwitch customer={user} />,
          Role: (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span>{roleTexts[user.role].name}</span>
              {!isRoleProven && <ConfirmRole user={user} />}
              <Button variant="outline" size={32} onClick={() => setIsChangingRole(true)}>
                Change role
              </Button>
            </span>
          ),
          Email: isEmailConfirmed ? 'Confirmed' : 'Not confirmed',
          'Two-factor sign-in': hasTwoFactor ? 'On' : 'Off',
        }}
      />
      {isChangingRole && (
        <RoleDialog user={user} isEmailConfirmed={isEmailConfirmed} onClose={() => setIsChangingRole(false)} />
      )}
    </Card>
  )
}

const columns: Column<OrderSummary>[] = [
  {
    head: 'Order Id',
    cell: ({ _id, number }) => <IdLink to={staffPaths.order(_id)}>{orderName({ _id, number })}</IdLink>,
  },
  {
    head: 'Placed',
    className: 'text-ink-2',
    inCard: 'max-md:row-start-2',
    cell: ({ createdAt, products }) => (
      <span>
        <Time value={createdAt} /> · <span>{countLabel(products.length, 'product')}</span>
      </span>
    ),
  },
  {
    head: 'Status',
    inCard: 'max-md:row-start-1 max-md:col-start-2 max-md:justify-self-end',
    cell: ({ status }) => <Badge status={status} />,
  },
  {
    head: 'Cart Value',
    align: 'right',
    inCard: 'max-md:row-start-2 max-md:col-start-2',
    cell: ({ totalAmount, currency }) => priceText(totalAmount, currency),
  },
]

function CustomerOrders({ orders }: { orders: ComponentProps<typeof PagedTable<OrderSummary>>['query'] }) {
  return (
    <section aria-label="Orders" className="grid content-start gap-3">
      <h2 className="font-semibold text-base">Orders</h2>
      <PagedTable
        caption="Orders"
        query={orders}
        columns={columns}
        keyOf={({ _id }) => _id}
        empty="No orders found."
        isPaged={(orders.data?.meta.total ?? 0) > 8}
      />
    </section>
  )
}
