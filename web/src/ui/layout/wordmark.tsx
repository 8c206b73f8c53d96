import { pictureUrl, type ShopInfo } from '@mela/contract'
import { cx } from './cx.ts'

interface WordmarkProps {
  shop: Pick<ShopInfo, 'name' | 'logo'>
  className?: string
  /** Whether the logo is below the first view, so that it is loaded lazily. */
  isLate?: boolean
}

/** The shop's logo, or its name in letters. `shop` is a prop, because markup that the server keeps has no context. */
export function Wordmark({ shop: { name, logo }, className, isLate }: WordmarkProps) {
  if (logo) {
    const { url, width, height } = logo
    return (
      <img
        src={pictureUrl(url, 400)}
        alt={name}
        width={width}
        height={height}
        loading={isLate ? 'lazy' : undefined}
        className="h-9 w-auto max-w-44 object-contain"
      />
    )
  }
  return (
    <span className={cx('font-serif text-[1.75rem] leading-none tracking-tight wrap-anywhere', className)}>{name}</span>
  )
}
