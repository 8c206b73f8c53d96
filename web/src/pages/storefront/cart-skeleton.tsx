import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Shown by the server, which does not know the cart; without JavaScript it is not replaced. */
export function CartSkeleton({ lines = 2 }: { lines?: number }) {
  return (
    <>
      <div
        aria-busy="true"
        className="appear-late grid items-start gap-x-12 gap-y-8 lg:grid-cols-12 [@media(scripting:none)]:hidden"
      >
        <div className="divide-y divide-line border-line border-y lg:col-span-8">
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all alike
            <LineSkeleton key={line} />
          ))}
        </div>
        <Skeleton className="h-72 rounded-tile lg:col-span-4" />
      </div>
      <noscript>
        <p>Your cart is kept in this browser and needs JavaScript.</p>
      </noscript>
    </>
  )
}

function LineSkeleton() {
  return (
    <div className="flex gap-4 py-5 sm:gap-6">
      <Skeleton className="size-24 rounded-tile" />
      <div className="grid grow content-start gap-3 pt-1">
        <Skeleton className="h-4 w-2/5 rounded-full" />
        <Skeleton className="h-3.5 w-24 rounded-full" />
        <Skeleton className="h-11 w-32 rounded-control" />
      </div>
    </div>
  )
}
