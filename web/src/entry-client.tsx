import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Document, PAGE_DATA_ID } from './document.tsx'
import { Origin } from './lib/canonical.ts'
import { createQueryClient, type PageData, pageLoad, resetForAnotherUser } from './lib/page-data.ts'
import { routes } from './router.tsx'

async function start() {
  // Asks for a script element, because a heading of the owner's page may have the same id.
  const text = document.querySelector(`script#${PAGE_DATA_ID}`)?.textContent ?? ''
  const { entries, routes: loaded, assets, origin } = JSON.parse(text) as PageData

  const queryClient = createQueryClient()
  resetForAnotherUser(queryClient)
  for (const [key, data] of entries) queryClient.setQueryData(key, data)

  // Hydration renders at once, so the code of this page is loaded first.
  const lazily = async ({ route }: { route: RouteObject }) => {
    const { lazy } = route
    if (typeof lazy === 'function') Object.assign(route, await lazy(), { lazy: undefined })
  }
  await Promise.all((matchRoutes(routes, location) ?? []).map(lazily))

  function getContext() {
    const context = new RouterContextProvider()
    context.set(pageLoad, { queryClient, setStatus: () => {} })
    return context
  }
  const router = createBrowserRouter(routes, {
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
              <RouterProvider router={router} />
            </Alive>
          </Origin>
        </QueryClientProvider>
      </Document>
    </StrictMode>
  )
  // In a transition React hydrates in slices, between which the browser paints and takes input.
  startTransition(() => void hydrateRoot(document, page))
}

/** Tells the first script (early.ts) that handlers receive what is pressed from now on. */
function Alive({ children }: { children: ReactNode }) {
  useEffect(() => void dispatchEvent(new Event('hydrated')), [])
  return children
}

async function fetchPage(path: string, context: RouterContextProvider) {
  const matches = matchRoutes(routes, path) ?? []
  const parts = await Promise.all(matches.map(({ route }) => (typeof route.lazy === 'function' ? route.lazy() : route)))
  const { loader } = parts.at(-1) ?? {}
  if (typeof loader !== 'function') return

  const url = new URL(path, location.origin)
  const params = matches.at(-1)?.params ?? {}
  await loader({ request: new Request(url), url, params, context, pattern: '' })
}

const HOVER_MS = 60

/** Loads pages before they are opened, from now on: those of links that are hovered, focused or touched. */
function prefetchOnIntent(load: (path: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const reach = (delay: number) => (event: Event) => {
    clearTimeout(timer)
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || link.origin !== location.origin || link.target) return
    const path = link.pathname + link.search
    if (path !== location.pathname + location.search) timer = setTimeout(load, delay, path)
  }
  document.addEventListener('pointerover', reach(HOVER_MS))
  document.addEventListener('focusin', reach(0))
  document.addEventListener('touchstart', reach(0), { passive: true })
}

void start()
