import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

/** A skeleton of the product form while it loads. */
export function ProductSkeleton() {
  return (
    <div className="grid gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Skeleton className="h-120 rounded-tile" />
      <Skeleton className="h-120 rounded-tile" />
    </div>
  )
}
