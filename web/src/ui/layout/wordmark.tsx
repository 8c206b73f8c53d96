import { cx } from './cx.ts'

/** The name is given: parts that the server keeps have no context. */
export function Wordmark({ name, className }: { name: string; className?: string }) {
  return (
    <span className={cx('font-serif text-[1.75rem] leading-none tracking-tight wrap-anywhere', className)}>{name}</span>
  )
}
