import { Skeleton } from '../../ui/skeleton.tsx'

/** The server does not know the cart; without scripts nobody does. */
export function CartSkeleton() {
  return (
    <>
      <div
        aria-busy="true"
        className="appear-late grid items-start gap-x-12 gap-y-8 lg:grid-cols-12 [@media(scripting:none)]:hidden"
      >
        <div className="grid gap-5 lg:col-span-8">
          <Skeleton className="h-24 rounded-tile" />
          <Skeleton className="h-24 rounded-tile" />
        </div>
        <Skeleton className="h-72 rounded-tile lg:col-span-4" />
      </div>
      <noscript>
        <p>Your cart is kept in this browser and needs JavaScript.</p>
      </noscript>
    </>
  )
}
