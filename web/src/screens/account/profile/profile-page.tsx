import type { Address, EmailConfirmation } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { MapPin, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { type StoredUser, useCurrentUser } from '../../../lib/current-user.ts'
import { useRefreshAfter } from '../../../lib/query-keys.ts'
import { AddressCard, AddressDialog } from '../../../shared/addresses/address-form.tsx'
import { addressesQuery, useKnownAddress } from '../../../shared/addresses/addresses.api.ts'
import { ActionLink, emailConfirmationQuery, SendAgain } from '../../../shared/session/email-confirmation.tsx'
import { twoFactorQuery } from '../../../shared/session/proof-fields.tsx'
import { RequireUser } from '../../../shared/session/require-user.tsx'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx'
import { PageTitle } from '../../../ui/headings.tsx'
import { useIsCutOff } from '../../../ui/keep-typed.tsx'
import { Together } from '../../../ui/layout.tsx'
import { EmptyState, Repeated, Skeleton } from '../../../ui/notice.tsx'
import { AvatarUpload, EditProfileDialog } from './edit-profile-dialog.tsx'
import { OrdersSection, useOwnOrders } from './orders-section.tsx'
import { ProfileSection } from './profile-parts.tsx'
import { SecuritySection, sessionsQuery } from './security-section.tsx'
import { YourDataSection } from './your-data-section.tsx'

export function ProfilePage() {
  const user = useCurrentUser()

  return (
    <div className="shell pt-8 pb-24 lg:pt-14">
      <PageTitle title="Profile" />
      <RequireUser fallback={<ProfileSkeleton />}>{user && <Profile user={user} />}</RequireUser>
    </div>
  )
}

function Profile({ user }: { user: StoredUser }) {
  const queries = [
    useOwnOrders(),
    useQuery(addressesQuery()),
    useQuery(twoFactorQuery()),
    useQuery(sessionsQuery()),
    useQuery(emailConfirmationQuery()),
  ]

  return (
    <Together queries={queries} loading={<ProfileSkeleton />}>
      <ProfileHead user={user} />
      <OrdersSection />
      <AddressesSection />
      <SecuritySection user={user} />
      <YourDataSection />
    </Together>
  )
}

/** The sections are there from the start, so that a link to the orders finds its target. */
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
      {['Orders', 'Addresses'].map(title => (
        <ProfileSection key={title} id={title.toLowerCase()} title={title}>
          <div className="grid gap-3">
            <Repeated count={3}>
              <Skeleton className="h-16 rounded-tile" />
            </Repeated>
          </div>
        </ProfileSection>
      ))}
    </div>
  )
}

function ProfileHead({ user }: { user: StoredUser }) {
  const { data: confirmation } = useQuery(emailConfirmationQuery())
  const [isEditing, setIsEditing] = useState(useIsCutOff('profile'))
  const { firstName, lastName } = user.name

  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
      <div className="flex min-w-0 items-center gap-5 sm:gap-6">
        <AvatarUpload user={user} size={88} />
        <div className="min-w-0">
          <h1 dir="auto" tabIndex={-1} className="type-h1 wrap-anywhere">
            {`${firstName} ${lastName}`}
          </h1>
          <p className="mt-1.5 truncate text-ink-2">{user.email}</p>
          {confirmation && <EmailNote {...confirmation} />}
        </div>
      </div>
      <Button variant="outline" size={40} className="max-sm:w-full sm:ml-auto" onClick={() => setIsEditing(true)}>
        Edit profile
      </Button>
      {isEditing && <EditProfileDialog user={user} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

/** An unconfirmed address restricts nothing; with two-factor sign-in a new address is pending until it is confirmed. */
function EmailNote({ confirmed, pending }: EmailConfirmation) {
  const after = useRefreshAfter('users')
  const withdraw = () => after(call('DELETE /users/current-user/email-confirmation'))
  if (!pending)
    return confirmed ? null : (
      <p className="type-small text-ink-2">
        Not confirmed yet. <SendAgain />
      </p>
    )

  return (
    <div className="type-small mt-1 grid gap-2 text-ink-2">
      <p>
        To change to <span className="wrap-anywhere">{pending}</span>, open the link in our email there.
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-4">
        <SendAgain />
        <ActionLink text="Keep my present address" act={withdraw} fallback="An error occurred while saving." />
      </p>
    </div>
  )
}

function AddressesSection() {
  const addresses = useQuery(addressesQuery())
  const [edited, setEdited] = useState<Address | 'new'>()
  const heading = useRef<HTMLHeadingElement>(null)
  useKnownAddress(addresses)

  return (
    <ProfileSection
      id="addresses"
      title="Addresses"
      headingRef={heading}
      action={
        <Button variant="outline" size={40} onClick={() => setEdited('new')}>
          <Plus /> Add address
        </Button>
      }
    >
      <Async
        query={addresses}
        loading={null}
        error="Something went wrong, please try again later."
        empty={<EmptyState icon={MapPin} text="You haven't added any addresses yet." />}
      >
        {list => (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {list.map(address => (
              <SavedAddress
                key={address._id}
                address={address}
                onEdit={() => setEdited(address)}
                onDeleted={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
      </Async>
      {edited && <AddressDialog address={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
    </ProfileSection>
  )
}

function SavedAddress(props: { address: Address; onEdit: () => void; onDeleted: () => void }) {
  const { address, onEdit, onDeleted } = props
  const after = useRefreshAfter('users')
  const which = address.postal ? address.street : address.building

  return (
    <li className="flex flex-col justify-between gap-3 rounded-tile border border-line bg-surface p-5 pb-3">
      <AddressCard address={address} />
      <div className="-ml-3 flex">
        <Button variant="ghost" size={32} aria-label={`Edit ${which}`} onClick={onEdit}>
          Edit
        </Button>
        <ConfirmButton
          label="Delete"
          aria-label={`Delete ${which}`}
          variant="ghost"
          size={32}
          className="text-danger!"
          title="Delete this address?"
          action="Delete address"
          perform={() =>
            after(call('DELETE /users/current-user/addresses/:addressId', { params: { addressId: address._id } }))
          }
          onDone={onDeleted}
          fallback="Something went wrong, please try again..."
        >
          <p className="text-ink-2">What you have ordered to it stays as it is.</p>
          <div className="rounded-tile border border-line p-4">
            <AddressCard address={address} />
          </div>
        </ConfirmButton>
      </div>
    </li>
  )
}
