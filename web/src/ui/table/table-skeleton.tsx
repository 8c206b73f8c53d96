import { Skeleton } from '../feedback/skeleton.tsx'

/** The frame of a list while it loads, with a sentence that says so. */
export function TableSkeleton({ text, rows = 8 }: { text?: string; rows?: number }) {
  return (
    <div className="grid gap-3">
      {text && (
        <p role="status" className="text-ink-2">
          {text}
        </p>
      )}
      <div className="overflow-clip rounded-tile border border-line bg-surface">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={row} className="flex h-15 items-center gap-6 border-line not-last:border-b px-5">
            <Skeleton className="h-4 w-1/3 rounded-full" />
            <Skeleton className="ml-auto h-4 w-24 rounded-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
