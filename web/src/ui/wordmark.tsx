import { paths, pictureUrl, type ShopInfo } from '@mela/contract'
import { Link } from '../lib/link.tsx'
import { useShop } from '../lib/shop.ts'
import { cx } from './cx.ts'

interface HomeLinkProps extends Pick<WordmarkProps, 'isLate'> {
  className?: string
  markClass?: string
}

export function HomeLink({ className = '-mx-2 min-h-11 px-2', markClass, isLate }: HomeLinkProps) {
  const shop = useShop()
  return (
    <Link to={paths.home} aria-label={`${shop.name}, home`} className={cx('inline-flex items-center', className)}>
      <Wordmark shop={shop} className={markClass} isLate={isLate} />
    </Link>
  )
}

interface WordmarkProps {
  shop: Pick<ShopInfo, 'name' | 'logo' | 'logoOnDark' | 'keepsLight'>
  className?: string
  /** Whether the logo is below the first view, so that it is loaded lazily. */
  isLate?: boolean
  /** Whether it is printed: then it is the light page's logo, on a light ground. */
  isPrinted?: boolean
}

export function Wordmark({ shop, className, isLate, isPrinted }: WordmarkProps) {
  const { name, logo } = shop
  if (logo) {
    const { url, width, height } = logo
    const onDark = shop.keepsLight ? null : shop.logoOnDark
    const image = (
      <img
        src={pictureUrl(url, 400)}
        alt={name}
        width={width}
        height={height}
        loading={isLate ? 'lazy' : undefined}
        className={cx(
          'h-9 w-auto max-w-44 object-contain',
          onDark && isPrinted && 'rounded-control dark:box-content dark:bg-tile dark:px-2 dark:py-1',
        )}
      />
    )
    if (!onDark || isPrinted) return image
    return (
      <picture>
        <source
          media="(prefers-color-scheme: dark)"
          srcSet={pictureUrl(onDark.url, 400)}
          width={onDark.width}
          height={onDark.height}
        />
        {image}
      </picture>
    )
  }
  return (
    <span className={cx('font-serif text-[1.75rem] leading-none tracking-tight wrap-anywhere', className)}>{name}</span>
  )
}
