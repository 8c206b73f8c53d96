import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

/** Shown in place of a checkout step until all of it is loaded. */
export function CheckoutSkeleton() {
  return (
    <div aria-busy="true" className="appear-late grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:gap-12">
      <Skeleton className="h-72 rounded-tile" />
      <Skeleton className="h-72 rounded-tile" />
    </div>
  )
}
