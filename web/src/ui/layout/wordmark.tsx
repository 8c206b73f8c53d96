import { cx } from './cx.ts'

export function Wordmark({ className }: { className?: string }) {
  return <span className={cx('font-serif text-[1.75rem] leading-none tracking-tight', className)}>Mela</span>
}
