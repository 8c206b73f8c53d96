import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

/** Shown in place of a list of the profile until it is loaded. */
export function ProfileRows() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-16 rounded-tile" />
      <Skeleton className="h-16 rounded-tile" />
      <Skeleton className="h-16 rounded-tile" />
    </div>
  )
}
