import { cx } from '../layout/cx.ts'

/** A placeholder: set height, width and radius by class. */
export function Skeleton({ className = 'h-4 w-full rounded-full' }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block', className)} />
}
