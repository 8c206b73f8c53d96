import { DEFAULT_PAGE_SIZE } from '@mela/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { addressesQuery } from '../../../features/shop/addresses/addresses.api.ts'
import { RequireUser } from '../../../features/shop/auth/require-user.tsx'
import { ownOrdersQuery } from '../../../features/shop/orders/orders.api.ts'
import { emailConfirmationQuery } from '../../../features/shop/recovery/email-confirmation.api.ts'
import { sessionsQuery } from '../../../features/shop/security/sessions.api.ts'
import { twoFactorQuery } from '../../../features/shop/security/two-factor.api.ts'
import { type StoredUser, useCurrentUser } from '../../../lib/current-user.ts'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { Together } from '../../../ui/layout/together.tsx'
import { AddressesSection } from './addresses-section.tsx'
import { OrdersSection } from './orders-section.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { SecuritySection } from './security-section.tsx'
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
