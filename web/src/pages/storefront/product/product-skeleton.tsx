import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

export function ProductSkeleton() {
  return (
    <div className="shell grid gap-x-12 gap-y-8 md:pt-2 lg:grid-cols-12 xl:gap-x-16">
      <div className="max-md:-mx-(--gutter) lg:col-span-7">
        <Skeleton className="aspect-square md:rounded-tile" />
      </div>
      <div className="grid content-start gap-5 lg:col-span-5">
        <Skeleton className="h-4 w-48 rounded-full" />
        <Skeleton className="h-10 w-4/5 rounded-control" />
        <Skeleton className="h-4 w-32 rounded-full" />
        <Skeleton className="h-7 w-40 rounded-full" />
        <Skeleton className="h-11 rounded-control" />
        <Skeleton className="h-36 rounded-control" />
      </div>
    </div>
  )
}
