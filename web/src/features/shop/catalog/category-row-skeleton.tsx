import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

export function CategoryRowSkeleton() {
  return (
    <div className="grid grid-cols-4 gap-(--gap)">
      <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
      <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
      <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
      <Skeleton className="aspect-square rounded-tile xl:aspect-3/2" />
    </div>
  )
}
