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
import type { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import type { StaticHandlerContext } from 'react-router'
import { foundIn } from './lib/api.ts'
import { canonicalPath } from './lib/canonical.ts'
import { shopIn } from './lib/shop.ts'
import { productPictures } from './lib/stored-product.ts'
import { categoryQuery, collectionQuery, productQuery } from './shared/catalog/catalog.api.ts'
import { categoryData, collectionData, productData, shopData } from './structured-data.ts'

interface RenderedPage {
  url: URL
  status: number
  queryClient: QueryClient
  context: StaticHandlerContext
}

/**
 * Head elements for crawlers only. The browser's React never renders them, so they need no script. They come last,
 * because React hydrates its own head elements in order.
 */
export function pageHead(page: RenderedPage): string {
  const { origin } = page.url
  const shop = shopIn(page.queryClient)
  const { path = canonicalPath(page.url), data, type = 'website', picture } = subjectOf(page)
  return renderToStaticMarkup(
    <>
      {robots(page) && <meta name="robots" content={robots(page)} />}
      {shop.accent !== DEFAULT_SHOP.accent && <style>{accentStyle(shop.accent)}</style>}
      <meta property="og:site_name" content={shop.name} />
      <meta property="og:type" content={type} />
      {page.status !== 404 && <meta property="og:url" content={origin + path} />}
      <SharedPicture origin={origin} picture={picture} shop={shop} />
      <meta name="twitter:card" content="summary_large_image" />
      {data && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped, and not executable
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: graph(data) }} />
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
function robots({ url: { pathname, searchParams }, status }: RenderedPage): string | undefined {
  if (status !== 200 || [...Object.values(AREAS), paths.cart].some(area => isIn(area, pathname))) return 'noindex'
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

function subjectOf({ url: { origin, pathname }, queryClient, context }: RenderedPage): Subject {
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

function graph(data: object[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': data }).replaceAll('<', '\\u003c')
}
