import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { Document, PAGE_DATA_ID } from './document.tsx'
import { firstTouch } from './lib/browser/first-touch.ts'
import { repeatKept, stopKeeping } from './lib/browser/kept-clicks.ts'
import { prefetchOnIntent } from './lib/browser/prefetch.ts'
import { Origin } from './lib/canonical.ts'
import { importUntilThere } from './lib/import-until-there.ts'
import { unpack } from './lib/packed.ts'
import { createQueryClient, type PageData, pageLoad, resetForAnotherUser } from './lib/page-data.ts'
import { createLateRouter, LateRouterProvider } from './pages/late-router.tsx'
import { routes } from './pages/router.tsx'

async function start() {
  // Asks for a script element, because a heading of the owner's page may have the same id.
  const text = document.querySelector(`script#${PAGE_DATA_ID}`)?.textContent ?? ''
  const { entries, routes: loaded, assets, origin } = unpack<PageData>(JSON.parse(text))

  const queryClient = createQueryClient()
  resetForAnotherUser(queryClient)
  for (const [key, data] of entries) queryClient.setQueryData(key, data)

  // Hydration renders at once, so the code of this page is loaded first, and a failed request for it is repeated.
  const lazily = async ({ route }: { route: RouteObject }) => {
    const { lazy } = route
    if (typeof lazy === 'function') Object.assign(route, await importUntilThere(lazy), { lazy: undefined })
  }
  await Promise.all((matchRoutes(routes, location) ?? []).map(lazily))

  function getContext() {
    const context = new RouterContextProvider()
    context.set(pageLoad, { queryClient, setStatus: () => {} })
    return context
  }
  const router = createLateRouter({
    routes,
    hydrationData: { loaderData: Object.fromEntries(loaded.map(id => [id, null])) },
    getContext,
  })
  // A failed prefetch is not reported: opening the page loads it again and shows the error.
  prefetchOnIntent(path => void fetchPage(path, getContext()).catch(() => {}))

  const page = (
    <StrictMode>
      <Document assets={assets} data={text}>
        <QueryClientProvider client={queryClient}>
          <Origin value={origin}>
            <Alive>
              <LateRouterProvider router={router} />
            </Alive>
          </Origin>
        </QueryClientProvider>
      </Document>
    </StrictMode>
  )
  // In a transition React hydrates in slices, between which the browser paints and takes input.
  startTransition(() => void hydrateRoot(document, page))
  stopKeeping()
  // A page without data belongs to a signed-in user and may redirect, which needs the full router.
  if (entries.length === 0) void router.open()
  else void firstTouch().then(router.open)
}

/** Repeats the clicks and submits from before hydration once it is mounted, when handlers can receive them. */
function Alive({ children }: { children: ReactNode }) {
  useEffect(() => void repeatKept(), [])
  return children
}

/** Loads the code of a page and its layouts, then its data. */
async function fetchPage(path: string, context: RouterContextProvider) {
  const matches = matchRoutes(routes, path) ?? []
  const parts = await Promise.all(matches.map(({ route }) => (typeof route.lazy === 'function' ? route.lazy() : route)))
  const { loader } = parts.at(-1) ?? {}
  if (typeof loader !== 'function') return

  const url = new URL(path, location.origin)
  const params = matches.at(-1)?.params ?? {}
  await loader({ request: new Request(url), url, params, context, pattern: '' })
}

void start()
