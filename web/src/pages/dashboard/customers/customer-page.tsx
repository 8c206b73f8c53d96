import { type CustomerOverview, staffPaths, type User } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { AccountCard } from '../../../features/staff/customers/account-card.tsx'
import { AddressList } from '../../../features/staff/customers/address-list.tsx'
import { CustomerFigures } from '../../../features/staff/customers/customer-figures.tsx'
import { CustomerOrders } from '../../../features/staff/customers/customer-orders.tsx'
import { customerOrdersQuery, customerQuery, overviewQuery } from '../../../features/staff/customers/customers.api.ts'
import { DeviceList } from '../../../features/staff/customers/device-list.tsx'
import { ReviewsCard } from '../../../features/staff/customers/reviews-card.tsx'
import { isNotFound } from '../../../lib/api.ts'
import { useListParams } from '../../../lib/list-params.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Async } from '../../../ui/feedback/async.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Elements } from '../../../ui/layout/elements.ts'
import { Together } from '../../../ui/layout/together.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { Time } from '../../../ui/values/time.tsx'
import { Section } from '../section.tsx'
import { customerLinks } from './customer-links.ts'

const failed = { errorPrefix: 'Error: ', error: 'Something went wrong please try reloading the page...' }

export function CustomerPage() {
  const { customerId = '' } = useParams()
  const user = useQuery(customerQuery(customerId))
  const overview = useQuery(overviewQuery(customerId))
  const { page, size, params } = useListParams()
  const orders = useQuery(customerOrdersQuery(customerId, { page, size }))

  return (
    <Section title="Customer" links={customerLinks}>
      {isNotFound(user.error) ? (
        <MissingCustomer />
      ) : (
        <Together queries={[user, overview, orders]} loading={<CustomerSkeleton />}>
          <Async query={user} loading={null} {...failed}>
            {user => (
              <>
                <CustomerHead user={user} />
                <Async query={overview} loading={null} {...failed}>
                  {overview => (
                    <Details user={user} overview={overview}>
                      <CustomerOrders userId={user._id} orders={orders} params={params} />
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

function MissingCustomer() {
  return (
    <ErrorState message="Error: Customer not found.">
      <ButtonLink to={staffPaths.customers} variant="outline" size={40}>
        All customers
      </ButtonLink>
    </ErrorState>
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

interface DetailsProps {
  user: User
  overview: CustomerOverview
  children: Elements
}

function Details({ user, overview, children }: DetailsProps) {
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
