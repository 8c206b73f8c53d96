import serif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url'
import sans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import {
  AREAS,
  accentColours,
  DEFAULT_SHOP,
  isIn,
  isOptionKey,
  type Media,
  PRODUCT_LIST_KEYS,
  paths,
  pictureUrl,
  productPath,
  type ShopInfo,
} from '@mela/contract'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { Document } from './document.tsx'
import { foundIn } from './lib/api.ts'
import { canonicalPath, Origin } from './lib/canonical.ts'
import { type Assets, createQueryClient, type PageData, pageLoad } from './lib/page-data.ts'
import { shopIn } from './lib/shop.ts'
import { productPictures } from './lib/stored-product.ts'
import { routes } from './router.tsx'
import { categoryQuery, collectionQuery, productQuery } from './shared/catalog/catalog.api.ts'
import { categoryData, collectionData, productData, shopData } from './structured-data.ts'

export { setTransport } from './lib/api.ts'

/** The two font files that every page preloads; base.css refers to the same files. */
export const fonts: readonly string[] = [sans, serif]

export interface RenderedPage {
  status: number
  html: string
  /**
   * False when a query failed: its section is empty, and the browser loads it. Also false when the address names an
   * unknown variant: any number of such addresses show the page of the product, so they must not fill the page cache.
   */
  isWhole: boolean
}

const handler = createStaticHandler(routes)

/**
 * Renders the page at `url` for an anonymous visitor. `script` is the entry, which hydrates the page; `scriptsOf` answers
 * the other built files of a source file.
 */
export async function render(
  url: string,
  { script, ...files }: Assets & { script: string },
  scriptsOf: (source: string) => string[],
): Promise<RenderedPage> {
  const queryClient = createQueryClient()
  let status = 200
  const requestContext = new RouterContextProvider()
  requestContext.set(pageLoad, {
    queryClient,
    setStatus(answered) {
      status = answered
    },
  })

  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response) throw new Error(`${url} answered by itself; pages leave redirects to the browser.`)

  if (context.statusCode !== 200) status = context.statusCode
  // What was not found is not offered to search engines.
  const origin = status === 404 ? '' : new URL(url).origin
  const { icon, keepsLight } = shopIn(queryClient)
  const assets = { ...files, ...(icon && { icon }), ...(keepsLight && { isLight: true }) }
  const others = context.matches.flatMap(({ route }) => (route.handle ? scriptsOf(route.handle) : []))
  const queries = queryClient.getQueryCache().getAll()
  const entries = queries
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): PageData['entries'][number] => [queryKey, state.data])
  const data = serialize({ entries, routes: Object.keys(context.loaderData), assets, origin } satisfies PageData)
  const html = renderToString(
    <Document assets={assets} scripts={[script, ...new Set(others)]} data={data}>
      <QueryClientProvider client={queryClient}>
        <Origin value={origin}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </Origin>
      </QueryClientProvider>
    </Document>,
  )
  // Only the head is rewritten: each replacement in the whole page would copy all of it.
  const end = html.indexOf('</head>')
  const head = withPreloads(html.slice(0, end))
  const own = pageHead({ url: new URL(url), status, queryClient, context })
  return {
    status,
    html: `<!doctype html>${head}${own}${html.slice(end)}`,
    isWhole: queries.every(({ state }) => state.status !== 'error') && isKnownChoice(url, context, queryClient),
  }
}

/** Puts preload links before React's own links: when it hydrates, React finds its links among others and ignores these. */
const withPreloads = (head: string) => head.replace('<link ', () => `${fontLinks}<link `)
const fontLinks = fonts
  .map(href => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}"/>`)
  .join('')

function isKnownChoice(url: string, { matches }: StaticHandlerContext, queryClient: QueryClient): boolean {
  const variant = new URL(url).searchParams.get('variant')
  const params = matches.at(-1)?.params ?? {}
  if (!variant || !(params.productSlug ?? params.productId)) return true
  const product = foundIn(queryClient.getQueryData(productQuery(params).queryKey))
  return product?.variants.some(({ _id }) => _id === variant) ?? false
}

const serialize = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')

interface PageInFull {
  url: URL
  status: number
  queryClient: QueryClient
  context: StaticHandlerContext
}

/**
 * Head elements for crawlers only. The browser's React never renders them, so they need no script. They come last,
 * because React hydrates its own head elements in order.
 */
function pageHead(page: PageInFull): string {
  const { origin } = page.url
  const shop = shopIn(page.queryClient)
  const { path = canonicalPath(page.url), data, type = 'website', picture } = subjectOf(page)
  const graph = data && { '@context': 'https://schema.org', '@graph': data }
  return renderToStaticMarkup(
    <>
      {robots(page) && <meta name="robots" content={robots(page)} />}
      {shop.accent !== DEFAULT_SHOP.accent && <style>{accentStyle(shop.accent)}</style>}
      <meta property="og:site_name" content={shop.name} />
      <meta property="og:type" content={type} />
      {page.status !== 404 && <meta property="og:url" content={origin + path} />}
      <SharedPicture origin={origin} picture={picture} shop={shop} />
      <meta name="twitter:card" content="summary_large_image" />
      {graph && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped, and not executable
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serialize(graph) }} />
      )}
    </>,
  )
}

/** CSS that replaces the design's colours by those that follow from the owner's accent colour. */
function accentStyle(accent: string): string {
  const { light, dark } = accentColours(accent)
  return `:root{--color-brand:${light.brand};--color-brand-hover:${light.hover};--color-banner:${light.brand}}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){--color-brand:${dark.brand};--color-brand-hover:${dark.hover}}}`
}

/** Pages that depend on a search or a session are excluded from search indexes. */
function robots({ url: { pathname, searchParams }, status }: PageInFull): string | undefined {
  const isOwn = [...Object.values(AREAS), paths.cart].some(area => isIn(area, pathname))
  if (status !== 200 || isOwn || pathname.startsWith(paths.discount(''))) return 'noindex'
  const isFiltered = [...searchParams.keys()].some(
    key => PRODUCT_LIST_KEYS.some(own => own === key) || isOptionKey(key),
  )
  if (pathname === paths.searchBase || isFiltered) return 'noindex,follow'
  return undefined
}

interface Subject {
  /** Its canonical path, where that of the page is another one. */
  path?: string
  data?: object[]
  type?: 'website' | 'product'
  picture?: Media | null
}

function subjectOf({ url: { origin, pathname }, queryClient, context }: PageInFull): Subject {
  const { productSlug, productId, categorySlug, collectionSlug } = context.matches.at(-1)?.params ?? {}
  if (productSlug ?? productId) {
    const product = foundIn(queryClient.getQueryData(productQuery({ productSlug, productId }).queryKey))
    if (!product) return {}
    return {
      path: productPath(product),
      data: productData(origin, product, shopIn(queryClient)),
      type: 'product',
      picture: productPictures(product)[0] ?? null,
    }
  }
  if (categorySlug) {
    const category = foundIn(queryClient.getQueryData(categoryQuery(categorySlug).queryKey))
    return category ? { data: categoryData(origin, category), picture: category.picture } : {}
  }
  if (collectionSlug) {
    const collection = foundIn(queryClient.getQueryData(collectionQuery(collectionSlug).queryKey))
    return collection ? { data: collectionData(origin, collection) } : {}
  }
  return pathname === paths.home ? { data: shopData(origin, shopIn(queryClient)) } : {}
}

interface SharedPictureProps {
  origin: string
  picture: Media | null | undefined
  shop: ShopInfo
}

/** The picture of shared links: the page's own, the shop's logo, or the demo's in the demo's colour. */
function SharedPicture({ origin, picture, shop }: SharedPictureProps) {
  const shown = picture ? { ...picture, url: pictureUrl(picture.url, 1200) } : pictureOfShop(shop)
  if (!shown) return null
  return (
    <>
      <meta property="og:image" content={origin + shown.url} />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      {shown.alt && <meta property="og:image:alt" content={shown.alt} />}
    </>
  )
}

function pictureOfShop({ name, tagline, accent, logo }: ShopInfo) {
  const alt = `${name}: ${tagline}`
  if (logo) return { ...logo, url: pictureUrl(logo.url, 1200), alt }
  return accent === DEFAULT_SHOP.accent ? { url: '/share.jpg', width: 1200, height: 630, alt } : undefined
}
