import { useQuery } from '@tanstack/react-query'
import { MapPin, Package, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AddAddressDialog } from '../../features/addresses/add-address-dialog.tsx'
import { AddressCard } from '../../features/addresses/address-card.tsx'
import { addressesQuery } from '../../features/addresses/addresses.api.ts'
import { RequireUser } from '../../features/auth/require-user.tsx'
import { UnconfirmedNote } from '../../features/auth/unconfirmed-note.tsx'
import { OrderList } from '../../features/orders/order-list.tsx'
import { ownOrdersQuery } from '../../features/orders/orders.api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { Async } from '../../ui/async.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export function ProfilePage() {
  return (
    <div className="shell pt-8 pb-24 lg:pt-14">
      <PageTitle title="Profile" />
      <RequireUser fallback={<ProfileSkeleton />}>
        <ProfileHead />
        <Orders />
        <Addresses />
      </RequireUser>
    </div>
  )
}

function ProfileHead() {
  const user = useCurrentUser()
  if (!user) return null

  const { name, email, avatarUrl } = user
  return (
    <div className="flex items-center gap-5">
      <Avatar firstName={name.firstName} url={avatarUrl} size={88} />
      <div className="min-w-0">
        <h1 className="type-h1">
          {name.firstName} {name.lastName}
        </h1>
        <p className="mt-1.5 truncate text-ink-2">{email}</p>
        <UnconfirmedNote />
      </div>
    </div>
  )
}

function Orders() {
  const orders = useQuery(ownOrdersQuery())

  return (
    <Section id="orders" title="Orders">
      <Async
        query={orders}
        loading={<Rows />}
        error="Something went wrong, please try again later..."
        empty={<EmptyState icon={Package} text="You haven't placed any orders yet." />}
      >
        {list => <OrderList orders={list} />}
      </Async>
    </Section>
  )
}

function Addresses() {
  const addresses = useQuery(addressesQuery())
  const [isAdding, setIsAdding] = useState(false)
  const addButton = (
    <Button variant="outline" size={40} onClick={() => setIsAdding(true)}>
      <Plus /> Add address
    </Button>
  )

  return (
    <Section id="addresses" title="Addresses" action={addButton}>
      <Async
        query={addresses}
        loading={<Rows />}
        error="Something went wrong, please try again later."
        empty={<EmptyState icon={MapPin} text="You haven't added any addresses yet." />}
      >
        {list => (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {list.map(address => (
              <li key={address._id} className="rounded-tile border border-line bg-surface p-5">
                <AddressCard address={address} />
              </li>
            ))}
          </ul>
        )}
      </Async>
      <AddAddressDialog open={isAdding} onClose={() => setIsAdding(false)} />
    </Section>
  )
}

interface SectionProps {
  id: string
  title: string
  action?: ReactNode
  children: ReactNode
}

function Section({ id, title, action, children }: SectionProps) {
  return (
    <section id={id} aria-label={title} className="mt-14 lg:mt-18">
      <div className="mb-5 flex min-h-10 items-center justify-between gap-4">
        <h2 className="type-h2">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

function Rows() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-16 rounded-tile" />
      <Skeleton className="h-16 rounded-tile" />
      <Skeleton className="h-16 rounded-tile" />
    </div>
  )
}

/** The sections stand from the start, so that a link to the orders finds its place. */
function ProfileSkeleton() {
  return (
    <div aria-busy="true">
      <div className="appear-late flex items-center gap-5">
        <Skeleton className="size-22 rounded-full" />
        <div className="grid gap-3">
          <h1 className="sr-only">Profile</h1>
          <Skeleton className="h-9 w-52 rounded-control" />
          <Skeleton className="h-4 w-40 rounded-full" />
        </div>
      </div>
      <Section id="orders" title="Orders">
        <Rows />
      </Section>
      <Section id="addresses" title="Addresses">
        <Rows />
      </Section>
    </div>
  )
}
