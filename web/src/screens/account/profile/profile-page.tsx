import {
  API_BASE,
  DEFAULT_PAGE_SIZE,
  type EmailConfirmation,
  type OwnOrderSummary,
  type PageMeta,
  paths,
} from '@mela/contract'
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Download, Package } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { type StoredUser, useCurrentUser } from '../../../lib/current-user.ts'
import { addressesQuery } from '../../../shared/addresses/addresses.api.ts'
import { forgetVisitor } from '../../../shared/session/forget-visitor.ts'
import { RequireUser } from '../../../shared/session/require-user.tsx'
import { Async } from '../../../ui/async.tsx'
import { Button, ButtonLink, buttonClass } from '../../../ui/button.tsx'
import type { Elements } from '../../../ui/cx.ts'
import { PageTitle } from '../../../ui/headings.tsx'
import { useIsCutOff } from '../../../ui/keep-typed.tsx'
import { Together } from '../../../ui/layout.tsx'
import { EmptyState, Skeleton } from '../../../ui/notice.tsx'
import { PagingBar } from '../../../ui/paging-bar.tsx'
import { AddressesSection } from './addresses-section.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { AvatarUpload, EditProfileDialog } from './edit-profile-dialog.tsx'
import { OrderList } from './order-list.tsx'
import { PendingEmailNote, UnconfirmedNote } from './pending-email-note.tsx'
import { emailConfirmationQuery, sessionsQuery, twoFactorQuery } from './profile.api.ts'
import { ProfileSection } from './profile-section.tsx'
import { SecuritySection } from './security-section.tsx'

/** Downloads the user's data as a file. */
const ownDataUrl = `${API_BASE}/users/current-user/data`

export function ProfilePage() {
  const user = useCurrentUser()

  return (
    <div className="shell pt-8 pb-24 lg:pt-14">
      <PageTitle title="Profile" />
      <RequireUser fallback={<ProfileSkeleton />}>{user && <Profile user={user} />}</RequireUser>
    </div>
  )
}

/** The page number of the orders is part of the address. */
function Profile({ user }: { user: StoredUser }) {
  const [params] = useSearchParams()
  const page = { page: params.get('page') ?? '1', size: params.get('size') ?? String(DEFAULT_PAGE_SIZE) }
  const orders = useQuery({ ...ownOrdersQuery(page), placeholderData: keepPreviousData })
  const addresses = useQuery(addressesQuery())
  const twoFactor = useQuery(twoFactorQuery())
  const sessions = useQuery(sessionsQuery())
  const confirmation = useQuery(emailConfirmationQuery())
  const hasTwoFactor = twoFactor.data?.isEnabled ?? false

  return (
    <Together queries={[orders, addresses, twoFactor, sessions, confirmation]} loading={<ProfileSkeleton />}>
      <ProfileHead user={user} hasTwoFactor={hasTwoFactor} confirmation={confirmation.data} />
      <OrdersSection orders={orders} params={params} />
      <AddressesSection addresses={addresses} />
      <SecuritySection user={user} twoFactor={twoFactor} sessions={sessions} />
      <YourDataSection hasTwoFactor={hasTwoFactor} />
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
      <ProfileSection id="orders" title="Orders">
        <ProfileRows />
      </ProfileSection>
      <ProfileSection id="addresses" title="Addresses">
        <ProfileRows />
      </ProfileSection>
    </div>
  )
}

/** Shown in place of a list of the profile until it is loaded. */
function ProfileRows() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-16 rounded-tile" />
      <Skeleton className="h-16 rounded-tile" />
      <Skeleton className="h-16 rounded-tile" />
    </div>
  )
}

interface OrdersSectionProps {
  orders: UseQueryResult<{ data: OwnOrderSummary[]; meta: PageMeta }>
  /** The query of the page's address. */
  params: URLSearchParams
}

/** The paging bar is shown with more than one page of the smallest size. */
function OrdersSection({ orders, params }: OrdersSectionProps) {
  return (
    <ProfileSection id="orders" title="Orders">
      <Async
        query={orders}
        loading={null}
        error="Something went wrong, please try again later..."
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <EmptyState icon={Package} text="You haven't placed any orders yet.">
            <ButtonLink to={paths.home} variant="outline" size={40}>
              Look around the shop
            </ButtonLink>
          </EmptyState>
        }
      >
        {({ data, meta }) => (
          <div className="grid gap-4">
            {data.length > 0 ? <OrderList orders={data} /> : <EmptyState icon={Package} text="No orders found." />}
            {meta.total > DEFAULT_PAGE_SIZE && <PagingBar meta={meta} basePath={paths.profile} params={params} />}
          </div>
        )}
      </Async>
    </ProfileSection>
  )
}

interface ProfileHeadProps {
  user: StoredUser
  hasTwoFactor: boolean
  confirmation: EmailConfirmation | undefined
}

function ProfileHead({ user, hasTwoFactor, confirmation }: ProfileHeadProps) {
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
      {isEditing && <EditProfileDialog user={user} hasTwoFactor={hasTwoFactor} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

function EmailNote({ confirmed, pending }: EmailConfirmation) {
  if (pending) return <PendingEmailNote email={pending} />
  return confirmed ? null : <UnconfirmedNote />
}

function YourDataSection({ hasTwoFactor }: { hasTwoFactor: boolean }) {
  const [isDeleting, setIsDeleting] = useState(false)

  return (
    <ProfileSection id="your-data" title="Your data">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        <PricedCart
          title="Take it along"
          text="All that the shop knows of you in one file: profile, addresses, orders, payments, reviews, and where you are signed in."
        >
          <a href={ownDataUrl} download="my-data.json" className={buttonClass({ variant: 'outline', size: 40 })}>
            <Download /> Download my data
          </a>
        </PricedCart>
        <PricedCart
          title="Leave for good"
          text="Your name, email, addresses and picture are erased. This cannot be undone, nor be done while an order is being packed or on its way."
        >
          <Button variant="outline" size={40} className="text-danger!" onClick={() => setIsDeleting(true)}>
            Delete account
          </Button>
        </PricedCart>
      </div>
      {isDeleting && (
        <DeleteAccountDialog
          hasTwoFactor={hasTwoFactor}
          onClose={() => setIsDeleting(false)}
          onDeleted={forgetVisitor}
        />
      )}
    </ProfileSection>
  )
}

function PricedCart({ title, text, children }: { title: string; text: string; children: Elements }) {
  return (
    <div className="flex flex-col items-start justify-between gap-4 rounded-tile border border-line bg-surface p-5">
      <div className="grid gap-1">
        <h3 className="type-h3">{title}</h3>
        <p className="max-w-[60ch] text-ink-2">{text}</p>
      </div>
      {children}
    </div>
  )
}

/** A page of the signed-in customer's own orders, newest first. */
const ownOrdersQuery = (query: { page: string; size: string }) =>
  queryOptions({
    queryKey: ['orders', 'current-user', query],
    queryFn: () => call('GET /orders/current-user', { query }),
    staleTime: 0,
  })
