import serif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url'
import sans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import { Document } from './document.tsx'
import { foundIn } from './lib/api.ts'
import { Origin } from './lib/canonical.ts'
import { type Assets, createQueryClient, type PageData, pageLoad } from './lib/page-data.ts'
import { shopIn } from './lib/shop.ts'
import { pageHead } from './page-head.tsx'
import { routes } from './router.tsx'
import { productQuery } from './shared/catalog/catalog.api.ts'

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
  const data = serialize({ entries, routes: Object.keys(context.loaderData), assets, origin })
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

const serialize = (data: PageData) => JSON.stringify(data).replaceAll('<', '\\u003c')
