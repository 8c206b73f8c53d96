import { paths, type ShopInfo } from '@mela/contract'
import type { ReactNode } from 'react'
import { currencyInFull, phoneUrl } from '../../../lib/format/format.ts'
import { Kept } from '../../../lib/kept.tsx'
import { Link } from '../../../lib/link.tsx'
import { useShop } from '../../../lib/shop.ts'
import { Wordmark } from '../../../ui/layout/wordmark.tsx'
import type { MenuCategory } from './menu-class.ts'

/** Categories that the footer lists; the menu lists all. */
const MOST_SHOWN = 8

const none: readonly MenuCategory[] = []

export function SiteFooter({ categories = none }: { categories: readonly MenuCategory[] | undefined }) {
  const shop = useShop()
  return (
    <Kept as="footer" className="mt-14 border-line border-t md:mt-24" data={categories} part={JSON.stringify(shop)}>
      <div className="shell grid grid-cols-2 gap-x-(--gap) max-[22.5rem]:grid-cols-1 gap-y-10 py-12 lg:grid-cols-[2fr_1fr_1fr_1fr] lg:py-16">
        <div className="min-w-0">
          <Link to={paths.home} aria-label={`${shop.name}, home`} className="inline-flex min-h-9 items-center">
            <Wordmark shop={shop} isLate />
          </Link>
          <address className="type-ui wrap-anywhere whitespace-pre-line pt-2 font-normal! text-ink-2 not-italic leading-relaxed">
            {shop.address.join('\n')}
          </address>
        </div>
        {shop.footerMenu.map(([[title] = [''], ...items]) => (
          <Column key={title} title={title}>
            {items.map(([label, to], index) =>
              to ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same
                <FooterLink key={index} to={to}>
                  {label}
                </FooterLink>
              ) : label === '*' ? (
                categories.slice(0, MOST_SHOWN).map(({ name, slug }) => (
                  <FooterLink key={slug} to={paths.category(slug)}>
                    {name}
                  </FooterLink>
                ))
              ) : (
                <Contact key={label} shop={shop} />
              ),
            )}
          </Column>
        ))}
      </div>
      <p className="shell type-small wrap-anywhere pb-10 text-ink-3">
        {`© ${shop.name}. Prices in ${currencyInFull(shop.currency)}.`}
      </p>
    </Kept>
  )
}

function Contact({ shop }: { shop: ShopInfo }) {
  return (
    <>
      <li>
        <a href={`mailto:${shop.email}`} className="footer-link wrap-anywhere">
          {shop.email}
        </a>
      </li>
      {shop.phone && (
        <li>
          <a href={phoneUrl(shop.phone)} className="footer-link">
            {shop.phone}
          </a>
        </li>
      )}
      {shop.socialLinks.map(({ name, url }) => (
        <li key={url}>
          <a dir="auto" href={url} rel="me" className="footer-link">
            {name}
          </a>
        </li>
      ))}
    </>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <h2 className="type-ui font-semibold! pb-2">{title}</h2>
      <ul className="type-ui font-normal! text-ink-2">{children}</ul>
    </div>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="footer-link">
        {children}
      </Link>
    </li>
  )
}
