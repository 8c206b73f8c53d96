import { paths } from './paths.ts'

/** SPEC's pages are there before they have a row, and keep id and address. */
export const SPEC_PAGES = {
  about: '0000000000000000000000a1',
  contact: '0000000000000000000000a2',
  'privacy-policy': '0000000000000000000000a3',
  'terms-of-service': '0000000000000000000000a4',
} as const
export const SPEC_TITLES: Record<SpecPage, string> = {
  about: 'About {{shop.name}}',
  contact: 'Contact',
  'privacy-policy': 'Privacy Policy',
  'terms-of-service': 'Terms of Service',
}
export type SpecPage = keyof typeof SPEC_PAGES
export const isSpecPage = (slug: string): slug is SpecPage => Object.hasOwn(SPEC_PAGES, slug)

export const textPath = (slug: string): string => (isSpecPage(slug) ? `/${slug}` : paths.page(slug))

/** The contact cards take this place in the HTML of a page. */
export const CONTACT_MARK = '<!--contact-->'
