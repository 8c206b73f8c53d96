import { type Query, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { Document } from './document.tsx'
import { type Assets, createQueryClient, type PageData, pageLoad } from './lib/page-data.ts'
import { routes } from './pages/router.tsx'

export { setTransport } from './lib/api.ts'
export { fonts } from './styles/fonts.ts'

export interface RenderedPage {
  status: number
  html: string
  /** False when a query failed: its section stands empty and is loaded by the browser. */
  isWhole: boolean
}

const handler = createStaticHandler(routes)

/** Renders the page at `url` for somebody of whom nothing is known. */
export async function render(url: string, assets: Assets): Promise<RenderedPage> {
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

  const queries = queryClient.getQueryCache().getAll()
  const data = serialize({ entries: entriesOf(queries), routes: Object.keys(context.loaderData), assets })
  const html = renderToString(
    <Document assets={assets} data={data}>
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>
    </Document>,
  )
  return {
    status: context.statusCode === 200 ? status : context.statusCode,
    html: `<!doctype html>${html}`,
    isWhole: queries.every(({ state }) => state.status !== 'error'),
  }
}

function entriesOf(queries: Query[]): PageData['entries'] {
  return queries.filter(({ state }) => state.status === 'success').map(({ queryKey, state }) => [queryKey, state.data])
}

const serialize = (data: PageData) => JSON.stringify(data).replaceAll('<', '\\u003c')
