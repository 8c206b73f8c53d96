import { Skeleton } from '../../ui/skeleton.tsx'

export function CategoryRowSkeleton() {
  return (
    <div className="grid grid-cols-3 gap-(--gap)">
      <Skeleton className="aspect-4/3 rounded-tile xl:aspect-3/2" />
      <Skeleton className="aspect-4/3 rounded-tile xl:aspect-3/2" />
      <Skeleton className="aspect-4/3 rounded-tile xl:aspect-3/2" />
    </div>
  )
}
