import { RequireUser } from '../../features/auth/require-user.tsx'
import { useCurrentUser } from '../../lib/current-user.ts'
import { PageTitle } from '../../ui/page-title.tsx'
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
      <RequireUser fallback={<ProfileSkeleton />}>
        {user && <ProfileHead user={user} />}
        <OrdersSection />
        <AddressesSection />
        <SecuritySection />
        <YourDataSection />
      </RequireUser>
    </div>
  )
}
