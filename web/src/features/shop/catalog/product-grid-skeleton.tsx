import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

interface ProductGridSkeletonProps {
  count?: number
  /** Whether the cards will name their category. */
  withCategory?: boolean | undefined
}

/** The geometry of a product grid: name on two lines, price, and the category where cards name it. */
export function ProductGridSkeleton({ count = 8, withCategory }: ProductGridSkeletonProps) {
  return (
    <div className="product-grid">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike
        <div key={index}>
          <Skeleton className="aspect-square rounded-tile" />
          <div className="grid gap-1 pt-3">
            <div className="h-10.5 pt-1">
              <Skeleton className="h-3.5 w-3/4 rounded-full" />
            </div>
            <div className="h-5.25 pt-1">
              <Skeleton className="h-3.5 w-1/3 rounded-full" />
            </div>
            {withCategory && (
              <div className="h-[1.178125rem] pt-1">
                <Skeleton className="h-3 w-2/5 rounded-full" />
              </div>
            )}
          </div>
        </div>
      ))}
    </div>
  )
}
