import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

export function FilterFormSkeleton() {
  return (
    <div className="grid gap-8">
      <Skeleton className="h-36 rounded-control" />
      <Skeleton className="h-56 rounded-control" />
      <Skeleton className="h-24 rounded-control" />
    </div>
  )
}
