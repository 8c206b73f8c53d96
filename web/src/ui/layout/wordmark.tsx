import { pictureUrl, type ShopInfo } from '@mela/contract'
import { cx } from './cx.ts'

interface WordmarkProps {
  shop: Pick<ShopInfo, 'name' | 'logo'>
  className?: string
  /** Below the first view: the logo is loaded when it is needed. */
  isLate?: boolean
}

/** The shop's logo, or its name in letters. It is given: parts that the server keeps have no context. */
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
