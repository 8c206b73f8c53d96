import { CURRENCY, paths, type ShopInfo } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { phoneUrl } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { load } from '../../../lib/page-data.ts'
import { useShop } from '../../../lib/shop.ts'
import { menuQuery } from '../../../shared/catalog/catalog.api.ts'
import { useServerUser } from '../../../shared/session/session.api.ts'
import { SkipLink } from '../../../ui/layout.tsx'
import { HomeLink } from '../../../ui/wordmark.tsx'
import { SiteHeader } from './site-header.tsx'

/** Categories that the footer lists; the menu lists all. */
const MOST_SHOWN = 8

export const loadStorefront = (args: LoaderFunctionArgs) => load(args, menuQuery())

/** The shop's layout, around its pages or around its children. */
export function StorefrontLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  useServerUser()

  return (
    <>
      <SkipLink />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="min-h-[60dvh] outline-none">
        {children}
      </main>
      <SiteFooter />
    </>
  )
}

function SiteFooter() {
  const shop = useShop()
  const { data: categories = [] } = useQuery(menuQuery())
  return (
    <footer className="mt-14 border-line border-t md:mt-24">
      <div className="shell grid grid-cols-2 gap-x-(--gap) max-[22.5rem]:grid-cols-1 gap-y-10 py-12 lg:grid-cols-[2fr_1fr_1fr_1fr] lg:py-16">
        <div className="min-w-0">
          <HomeLink className="min-h-9" isLate />
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
        {`© ${shop.name}. Prices in ${shop.currency === CURRENCY.code ? 'US dollars' : shop.currency}.`}
      </p>
    </footer>
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
