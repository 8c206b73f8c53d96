import { BANNER, type HomeInfo, type Media, pictureUrl } from '@mela/contract'
import { ArrowRight } from 'lucide-react'
import wide760Avif from '../../../assets/banner-760.avif'
import wide760 from '../../../assets/banner-760.webp'
import wide1520Avif from '../../../assets/banner-1520.avif'
import wide1520 from '../../../assets/banner-1520.webp'
import square450Avif from '../../../assets/banner-mobile-450.avif'
import square450 from '../../../assets/banner-mobile-450.webp'
import square750Avif from '../../../assets/banner-mobile-750.avif'
import square900Avif from '../../../assets/banner-mobile-900.avif'
import square900 from '../../../assets/banner-mobile-900.webp'
import { useIsFestive } from '../../../lib/shop.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { srcSetOf } from '../../../ui/picture.tsx'

/** The picture beside the text; on small screens it is square and below it. */
const wide = { media: '(width >= 48rem)', sizes: '(width >= 100rem) 780px, 56vw', width: 1520, height: 1216 }

/** The banner. Its panel has the background colour of the festive picture in both themes, or else the accent colour. */
export function HomeHero({ hero, highestPercent }: { hero: HomeInfo['hero']; highestPercent: number }) {
  const isFestive = useIsFestive()
  const { eyebrow, title, text, action, link, picture } = hero
  const hasPicture = picture !== null || isFestive
  const isOwnText = text !== BANNER.text

  return (
    <section
      aria-labelledby="banner-title"
      className="relative overflow-hidden bg-banner text-on-brand md:rounded-hero"
    >
      <div
        className={cx(
          'relative z-1 grid gap-4 px-(--gutter) pt-9 md:pr-0 md:content-center md:gap-5 md:py-16 md:pl-10 xl:pl-18',
          hasPicture ? 'md:min-h-110 md:max-w-[47%] lg:max-w-[44%] lg:min-h-125 xl:min-h-155' : 'pb-10',
        )}
      >
        {eyebrow && <p className={cx('type-eyebrow', isFestive && 'text-marigold')}>{eyebrow}</p>}
        <h1 dir="auto" id="banner-title" tabIndex={-1} className={cx('type-display', hasPicture && 'max-w-[9ch]')}>
          {title}
        </h1>
        <p className="max-w-[38ch] text-[1.0625rem] leading-relaxed">
          {`${text} ${!isOwnText && highestPercent > 0 ? `Up to ${highestPercent}% off ${BANNER.until}` : ''}`}
        </p>
        <div className="pt-2">
          <ButtonLink to={link} variant="festive" className="focus-visible:outline-on-brand!">
            <span dir="auto">{action}</span> <ArrowRight className="size-4.5" />
          </ButtonLink>
        </div>
      </div>
      {picture ? (
        <OwnPicture picture={picture} onPhones={hero.pictureOnPhones ?? picture} />
      ) : (
        isFestive && <FestivePicture />
      )}
    </section>
  )
}

const blended =
  'block w-full [mask-image:linear-gradient(to_bottom,transparent,black_14%)] md:absolute md:inset-y-0 md:right-0 md:h-full md:w-[56%] md:object-cover xl:w-[58%] md:object-[60%_50%] md:[mask-image:linear-gradient(to_right,transparent,black_18%)]'

function FestivePicture() {
  return (
    <picture className="inline">
      <source type="image/avif" srcSet={`${wide760Avif} 760w, ${wide1520Avif} 1520w`} {...wide} />
      <source srcSet={`${wide760} 760w, ${wide1520} 1520w`} {...wide} />
      <source
        type="image/avif"
        srcSet={`${square450Avif} 450w, ${square750Avif} 750w, ${square900Avif} 900w`}
        sizes="100vw"
      />
      <img
        src={square900}
        srcSet={`${square450} 450w, ${square900} 900w`}
        sizes="100vw"
        alt=""
        width={900}
        height={900}
        fetchPriority="high"
        className={blended}
      />
    </picture>
  )
}

function OwnPicture({ picture, onPhones }: { picture: Media; onPhones: Media }) {
  const beside = { media: wide.media, sizes: wide.sizes }
  return (
    <picture className="inline">
      {picture.hasAvif && <source type="image/avif" srcSet={srcSetOf(picture, 'avif')} {...beside} />}
      <source srcSet={srcSetOf(picture, 'webp')} {...beside} />
      {onPhones.hasAvif && <source type="image/avif" srcSet={srcSetOf(onPhones, 'avif')} sizes="100vw" />}
      <img
        src={pictureUrl(onPhones.url, 800)}
        srcSet={srcSetOf(onPhones, 'webp')}
        sizes="100vw"
        alt=""
        width={900}
        height={900}
        fetchPriority="high"
        className={cx('aspect-square object-cover', blended)}
      />
    </picture>
  )
}
