import { paths } from '@mela/contract'
import { phoneUrl } from '../../../lib/format/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'

export function HelpBlock({ title }: { title: string | null }) {
  const shop = useShop()
  return (
    <section
      aria-labelledby="help-title"
      className="on-tile grid justify-items-center gap-4 rounded-tile bg-tile px-5 py-12 text-center md:py-16"
    >
      <h2 id="help-title" className="type-h2">
        {title ?? 'Questions? We’re here.'}
      </h2>
      <p className="wrap-anywhere max-w-[56ch] text-ink-2">
        Write to{' '}
        <a href={`mailto:${shop.email}`} className="wrap-anywhere underline underline-offset-3">
          {shop.email}
        </a>
        {shop.phone && (
          <span>
            {' '}
            or call{' '}
            <a href={phoneUrl(shop.phone)} className="whitespace-nowrap underline underline-offset-3">
              {shop.phone}
            </a>
          </span>
        )}
        <span>.</span>
      </p>
      <ButtonLink to={paths.contact} variant="outline" className="mt-2">
        Contact us
      </ButtonLink>
    </section>
  )
}
