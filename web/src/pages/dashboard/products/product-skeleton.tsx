import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

/** The frame of the form while what fills it is on its way. */
export function ProductSkeleton() {
  return (
    <div className="grid gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Skeleton className="h-120 rounded-tile" />
      <Skeleton className="h-120 rounded-tile" />
    </div>
  )
}
