import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ProfileSection } from './profile-section.tsx'

/** The sections are there from the start, so that a link to the orders finds its target. */
export function ProfileSkeleton() {
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
