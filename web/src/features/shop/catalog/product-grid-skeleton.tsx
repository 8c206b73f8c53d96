import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

/** The geometry of a product grid with names of one line. */
export function ProductGridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div className="product-grid">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike
        <div key={index}>
          <Skeleton className="aspect-square rounded-tile" />
          <div className="grid gap-2 pt-4 pb-[11.4px]">
            <Skeleton className="h-3.5 w-3/4 rounded-full" />
            <Skeleton className="h-3 w-2/5 rounded-full" />
            <Skeleton className="h-3.5 w-1/3 rounded-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
