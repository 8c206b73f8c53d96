import { PICTURE_WIDTHS, pictureUrl } from '@mela/contract'
import { Image } from 'lucide-react'
import { cx } from './cx.ts'

interface PictureProps {
  /** `hasAvif` is undefined in products that an earlier visit has stored. */
  picture: { url: string; hasAvif?: boolean } | null | undefined
  /** Product name and view; '' where the name is beside it. */
  alt: string
  sizes: string
  /** 'high' for the largest of the first view, 'eager' for its neighbours. */
  loading?: 'high' | 'eager' | 'lazy'
  /** The widest file that is offered, in pixels: a card never needs the largest. */
  upTo?: (typeof PICTURE_WIDTHS)[number]
  className?: string
}

/**
 * A square picture on a tile; without a picture an icon, on a ground that is dark in the dark theme. If there are AVIFs, a browser without AVIF
 * support gets a single width: more would double the lists of addresses in every page (ADR 0003).
 */
export function Picture({ picture, alt, sizes, loading = 'lazy', upTo = 1200, className }: PictureProps) {
  if (!picture)
    return (
      <span {...(alt ? { role: 'img', 'aria-label': alt } : {})} className={cx('no-photo', className)}>
        <Image className="size-1/5 stroke-1 text-ink-3" />
      </span>
    )

  return (
    <picture>
      {picture.hasAvif && <source type="image/avif" srcSet={srcSetOf(picture, 'avif', upTo)} sizes={sizes} />}
      <img
        src={pictureUrl(picture.url, upTo === 400 ? 400 : 800)}
        {...(!picture.hasAvif && { srcSet: srcSetOf(picture, 'webp', upTo), sizes })}
        alt={alt}
        width={1200}
        height={1200}
        loading={loading === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={loading === 'high' ? 'high' : undefined}
        decoding={loading === 'high' ? undefined : 'async'}
        className={cx('photo', className)}
      />
    </picture>
  )
}

export const srcSetOf = ({ url }: { url: string }, format: 'webp' | 'avif', upTo = 1200) =>
  PICTURE_WIDTHS.filter(width => width <= upTo)
    .map(width => `${pictureUrl(url, width, format)} ${width}w`)
    .join(', ')

/** HTML that the server has made of Markdown; it can contain no scripts (ADR 0063). */
export function RenderedHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has made it of Markdown without HTML
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
