import {
  type AnswerOf,
  type Calls,
  CONTACT_MARK,
  COUNTRIES,
  defaultSettings,
  type HomeInfo,
  homeSections,
  homeSources,
  nearestAccent,
  paths,
  type Settings,
  settingRules,
  shopInfoOf,
} from '@mela/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kurtaInFull } from '../test/samples.ts'
import { render, setTransport } from './entry-server.tsx'

const { thumbnail: picture } = kurtaInFull
const words = (maxLength: number) =>
  fc
    .string({ minLength: 1, maxLength, unit: 'grapheme' })
    .filter(text => text.length <= maxLength && text.trim() !== '')
const link = fc.constantFrom(
  '/sale',
  'Https://a.example',
  '/search?keyword=a&b=%20"<',
  'https://mela.example/a?b=<c>#d',
)
const colour = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

const aLook = fc.record({
  accent: colour.map(drawn => nearestAccent(drawn, 4.5)),
  announcementIsShown: fc.boolean(),
  announcement: fc.option(words(160)),
  announcementLink: fc.option(link),
  keepsLight: fc.boolean(),
  heroEyebrow: fc.option(words(40)),
  heroTitle: words(60),
  heroText: words(200),
  heroAction: words(40),
  heroLink: link,
  homeSections: fc.shuffledSubarray([...homeSections]).chain(sections =>
    fc.tuple(
      ...sections.map(section =>
        fc.record({
          section: fc.constant(section),
          title: fc.option(words(60)),
          isShown: fc.boolean(),
          source: section === 'products' ? fc.constantFrom(...homeSources) : fc.option(fc.constantFrom(...homeSources)),
          of: fc.constant('e'.repeat(24)),
          products: fc.constant([kurtaInFull._id]),
        }),
      ),
    ),
  ),
})
const aShop = fc.record({
  name: words(40),
  tagline: words(120),
  description: words(300),
  address: fc.array(words(80), { minLength: 1, maxLength: 4 }),
})

/** Menus as the API answers them: the server has replaced ids of pages and categories by labels and paths. */
const item = fc.oneof(fc.tuple(words(60), link), fc.constantFrom(['*'], ['@']))
const anyMenus = fc.record({
  headerMenu: fc.array(item, { maxLength: 5 }),
  footerMenu: fc.array(
    fc.tuple(words(30), fc.array(item, { maxLength: 5 })).map(([heading, items]) => [[heading], ...items]),
    { maxLength: 3 },
  ),
  checkoutLinks: fc.array(fc.tuple(words(60), link), { maxLength: 3 }),
})

const aText = (slug: string): AnswerOf<Calls['GET /pages/:slug']>['data'] => ({
  ...{ slug, title: 'A text', html: `<p>Before</p>${CONTACT_MARK}<p>after</p>` },
  ...{ seoTitle: '', seoDescription: '', updatedOn: '2026-11-22' },
})

/** Every page gets one list object, as in a shop, so that the second page uses kept markup. */
const none: unknown[] = []

function serve({ look, ...settings }: Settings, menus: object, hasPictures: boolean) {
  const shown = hasPictures ? picture : null
  const { heroEyebrow, heroTitle, heroText, heroAction, heroLink } = look
  const texts = { eyebrow: heroEyebrow, title: heroTitle, text: heroText, action: heroAction, link: heroLink }
  const answers: Record<string, unknown> = {
    '/api/shop': {
      ...shopInfoOf({ look, ...settings }),
      ...menus,
      logo: shown,
      logoOnDark: shown,
      icon: shown?.url ?? null,
    },
    '/api/shop/home': {
      hero: { ...texts, picture: shown, pictureOnPhones: null },
      sections: look.homeSections
        .filter(({ isShown }) => isShown)
        .map(({ section, title, source: kind, products }) => {
          return { section, title, ...(kind && { source: { kind, of: 'kurtas', products } }) }
        }),
    } satisfies HomeInfo,
    '/api/shop/countries': settings.countries.sold.map(code => ({ code, name: COUNTRIES[code] ?? code })),
    [`/api/products/${kurtaInFull._id}`]: kurtaInFull,
    ...Object.fromEntries(['about', 'contact', 'terms-of-service'].map(slug => [`/api/pages/${slug}`, aText(slug)])),
  }
  const meta = { page: 1, size: 9, pageCount: 1, total: 0 }
  setTransport(async ({ path }) => ({
    status: 200,
    body: { success: true, message: '', data: answers[path] ?? none, meta },
  }))
}

it('every page of the storefront is rendered with any acceptable settings', async () => {
  const pages = [paths.home, paths.sale, paths.contact, paths.about, paths.terms, paths.productById(kurtaInFull._id)]
  const assets = { earlyScript: '/early.js', script: '', styles: [] }

  await fc.assert(
    fc.asyncProperty(aShop, aLook, anyMenus, fc.boolean(), async (shop, look, menus, hasPictures) => {
      const parsed = {
        shop: settingRules.shop.partial().safeParse(shop).data,
        look: settingRules.look.partial().safeParse(look).data,
      }
      fc.pre(parsed.shop !== undefined && parsed.look !== undefined)
      const { shop: first, look: firstLook, ...others } = defaultSettings()
      const settings = { ...others, shop: { ...first, ...parsed.shop }, look: { ...firstLook, ...parsed.look } }
      serve(settings as Settings, menus, hasPictures)

      for (const page of pages) {
        const { status, html } = await render(`https://mela.example${page}`, assets, () => [])
        expect(status, page).toBe(200)
        expect(html.match(/<h1/g), page).toHaveLength(1)
        if (parsed.look?.accent) expect(html).toContain(`--color-brand:${parsed.look.accent};`)
      }
    }),
    { numRuns: 20 },
  )
})
