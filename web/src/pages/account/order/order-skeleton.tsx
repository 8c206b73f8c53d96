import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'

export function OrderSkeleton() {
  return (
    <div aria-busy="true" className="appear-late grid gap-8">
      <PageTitle title="Your order" />
      <Skeleton className="h-14 max-w-90 rounded-tile" />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(22rem,1fr)] lg:gap-12">
        <Skeleton className="h-96 rounded-tile" />
        <Skeleton className="h-96 rounded-tile" />
      </div>
    </div>
  )
}
