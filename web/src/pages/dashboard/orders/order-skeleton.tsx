import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

export function OrderSkeleton() {
  return (
    <div className="grid gap-5">
      <p role="status" className="text-ink-2">
        Loading order...
      </p>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Skeleton className="h-96 rounded-tile" />
        <Skeleton className="h-72 rounded-tile" />
      </div>
    </div>
  )
}
