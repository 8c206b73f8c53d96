import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { Document } from './document.tsx'
import { type Assets, createQueryClient, type PageData, pageLoad } from './lib/page-data.ts'
import { routes } from './pages/router.tsx'

export { useTransport } from './lib/api.ts'
export { fonts } from './styles/fonts.ts'

export interface RenderedPage {
  status: number
  html: string
}

const handler = createStaticHandler(routes)

/** Renders the page at `url` for somebody of whom nothing is known. */
export async function render(url: string, assets: Assets): Promise<RenderedPage | Response> {
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
  if (context instanceof Response) return context

  const data = serialize({ entries: cachedEntries(queryClient), routes: Object.keys(context.loaderData), assets })
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
  return { status: context.statusCode === 200 ? status : context.statusCode, html: `<!doctype html>${html}` }
}

function cachedEntries(queryClient: ReturnType<typeof createQueryClient>): PageData['entries'] {
  return queryClient
    .getQueryCache()
    .getAll()
    .filter(query => query.state.status === 'success')
    .map(query => [query.queryKey, query.state.data])
}

const serialize = (data: PageData) => JSON.stringify(data).replaceAll('<', '\\u003c')
