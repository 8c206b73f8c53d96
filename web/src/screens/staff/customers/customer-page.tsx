import { type Address, addressLines, type CustomerOverview, staffPaths, type User } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { call, isNotFound } from '../../../lib/api.ts'
import { phoneUrl } from '../../../lib/format.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { usePrice } from '../../../lib/shop.ts'
import { Async } from '../../../ui/async.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, textLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { Card } from '../../../ui/headings.tsx'
import { Together } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { keepRows } from '../../../ui/paged-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { NothingHere } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { CustomerOrders, DeviceList } from './customer-panels.tsx'
import { CustomerSwitch, RoleDialog, roleTexts } from './customer-rights.tsx'
import { customerLists, customerQuery, overviewQuery } from './customers.api.ts'

const failed = { errorPrefix: 'Error: ', error: 'Something went wrong please try reloading the page...' }

export function CustomerPage() {
  const { customerId = '' } = useParams()
  const user = useQuery(customerQuery(customerId))
  const overview = useQuery(overviewQuery(customerId))
  const { page, size } = useListParams().query
  const orders = useQuery({
    queryKey: ['customers', 'one', customerId, 'orders', page, size],
    queryFn: () => call('GET /users/:id/orders', { params: { id: customerId }, query: { page, size } }),
    ...keepRows,
  })

  return (
    <Section title="Customer" links={customerLists}>
      {isNotFound(user.error) ? (
        <NothingHere message="Error: Customer not found." to={staffPaths.customers} list="All customers" />
      ) : (
        <Together queries={[user, overview, orders]} loading={<CustomerSkeleton />}>
          <Async query={user} loading={null} {...failed}>
            {user => (
              <>
                <CustomerHead user={user} />
                <Async query={overview} loading={null} {...failed}>
                  {overview => (
                    <Details user={user} overview={overview}>
                      <CustomerOrders orders={orders} />
                    </Details>
                  )}
                </Async>
              </>
            )}
          </Async>
        </Together>
      )}
    </Section>
  )
}

function CustomerSkeleton() {
  return (
    <div className="appear-late grid gap-5">
      <Skeleton className="h-14 w-72 rounded-control" />
      <Skeleton className="h-96 rounded-tile" />
    </div>
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
              <DeviceList userId={user._id} sessions={overview.sessions} />
              <AddressList addresses={overview.addresses} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

function CustomerHead({ user: { name, email, avatar } }: { user: User }) {
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar firstName={name.firstName} url={avatar?.url} size={56} />
      <div className="min-w-0">
        <h2 dir="auto" className="wrap-anywhere font-semibold text-xl">{`${name.firstName} ${name.lastName}`}</h2>
        <a href={`mailto:${email}`} className={`${textLink} wrap-anywhere`}>
          {email}
        </a>
      </div>
    </div>
  )
}

function CustomerFigures({ overview: { orders, spent, createdAt } }: { overview: CustomerOverview }) {
  const price = usePrice()
  const figures = { Orders: orders, Spent: price(spent), 'Customer since': <Time value={createdAt} /> }

  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:gap-4">
      {Object.entries(figures).map(([label, value]) => (
        <div
          key={label}
          className="grid content-start gap-1 rounded-tile border border-line bg-surface p-4 max-sm:last:col-span-2"
        >
          <dt className="type-small text-ink-2">{label}</dt>
          <dd className="break-words font-semibold text-xl leading-tight tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
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
            <a
              href={phoneUrl(`+${address.countryCode}${address.phoneNumber}`)}
              className={`${textLink} inline-flex min-h-8 items-center tabular-nums pointer-coarse:min-h-11`}
            >
              {`+${address.countryCode} ${address.phoneNumber}`}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ReviewsCard({ user: { _id: id, name }, count }: { user: User; count: number }) {
  const [isAsking, setIsAsking] = useState(false)
  const after = useRefreshAfter('customers', 'products')
  const reviews = `${count} ${count === 1 ? 'review' : 'reviews'}`

  return (
    <Card
      title="Reviews"
      action={
        count > 0 && (
          <Button variant="outline" size={32} onClick={() => setIsAsking(true)}>
            Delete reviews
          </Button>
        )
      }
    >
      <p className="text-ink-2">{count > 0 ? `${reviews} written.` : 'No reviews written.'}</p>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${reviews} of ${name.firstName} ${name.lastName}?`}
          action="Delete reviews"
          perform={() => after(call('DELETE /users/:id/reviews', { params: { id } }))}
          onClose={() => setIsAsking(false)}
          fallback="An error occurred while deleting the reviews."
        >
          <p className="text-ink-2">They are gone from every product, and its rating follows. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

interface AccountCardProps {
  user: User
  overview: CustomerOverview
}

function AccountCard({ user, overview: { isEmailConfirmed, hasTwoFactor } }: AccountCardProps) {
  const [isChangingRole, setIsChangingRole] = useState(false)

  return (
    <Card title="Account">
      <dl className="grid divide-y divide-line">
        <Fact term="Active">
          <CustomerSwitch customer={user} />
        </Fact>
        <Fact term="Role">
          <span>{roleTexts[user.role].name}</span>
          <Button variant="outline" size={32} onClick={() => setIsChangingRole(true)}>
            Change role
          </Button>
        </Fact>
        <Fact term="Email">{isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}</Fact>
        <Fact term="Two-factor sign-in">{hasTwoFactor ? 'On' : 'Off'}</Fact>
      </dl>
      {isChangingRole && (
        <RoleDialog user={user} isEmailConfirmed={isEmailConfirmed} onClose={() => setIsChangingRole(false)} />
      )}
    </Card>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4">
      <dt className="text-ink-2">{term}</dt>
      <dd className="flex items-center gap-3 font-medium">{children}</dd>
    </div>
  )
}
