import { startTransition, useEffect, useState } from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createStaticRouter,
  type DataRouter,
  matchRoutes,
  type RouterInit,
  type RouterNavigateOptions,
  type To,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { showWorking } from '../lib/browser/working.ts'
import { importUntilThere } from '../lib/import-until-there.ts'

export interface LateRouter {
  /** A router that renders the page of the present address, and opens the full router for a navigation. */
  first: DataRouter
  /** Loads the full router, once. */
  open(): Promise<DataRouter>
  /** Calls back with the full router when it is there, and again when the page is about to be left. */
  onOpened(listener: (full: DataRouter, isLeaving: boolean) => void): void
  /** Called when the full router is mounted. */
  markMounted(): void
}

/**
 * Creates a router that only hydrates the server's page. The full router, which navigates, is a seventh of the scripts
 * of a first view, so it is loaded later (ADR 0048).
 */
export function createLateRouter(init: Omit<RouterInit, 'history'>): LateRouter {
  const history = createBrowserHistory()
  const { location } = history
  const mounted = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<DataRouter>()
  const leaving = Promise.withResolvers<unknown>()
  let opening: Promise<DataRouter> | undefined
  /** The address to navigate to; undefined until a navigation begins. */
  let wanted: string | undefined
  let isRouterGone = false

  /** After an upgrade the code of the full router is gone: loads the wanted page as a new document. */
  function leaveFormerEdition() {
    isRouterGone = true
    if (wanted === window.location.href) window.location.reload()
    else if (wanted !== undefined) window.location.assign(wanted)
  }

  async function load() {
    const { openRouter } = await importUntilThere(() => import('./full-router.ts'), leaveFormerEdition)
    // The address may differ by now, because the user has pressed Back or Forward.
    const isSamePage = history.location.pathname === location.pathname && history.location.search === location.search
    const { hydrationData, ...others } = init
    const full = openRouter({ ...others, history, ...(isSamePage && { hydrationData }) })
    await untilInitialized(full)
    removeEventListener('popstate', leaveByHistory)
    full.subscribe(leaving.resolve)
    opened.resolve(full)
    await mounted.promise
    return full
  }
  function open() {
    opening ??= load()
    return opening
  }
  function leave(to = window.location.href) {
    wanted = to
    if (isRouterGone) leaveFormerEdition()
    leaving.resolve(undefined)
    return showWorking(open())
  }
  const leaveByHistory = () => void leave()
  addEventListener('popstate', leaveByHistory)

  const fixed = createStaticRouter(init.routes, {
    ...{ basename: '/', location, matches: [], loaderData: init.hydrationData?.loaderData ?? {} },
    ...{ actionData: null, errors: null, statusCode: 200, loaderHeaders: {}, actionHeaders: {}, _match: () => null },
  })
  const matches = matchRoutes(fixed.routes, location) ?? []
  const first: DataRouter = {
    ...fixed,
    state: { ...fixed.state, matches, restoreScrollPosition: false },
    subscribe: () => () => {},
    enableScrollRestoration: () => () => {},
    // A blocker registers its former key at the full router before it takes a new one, so the key is deleted there.
    deleteBlocker: key => void opened.promise.then(full => full.deleteBlocker(key)),
    async navigate(to: To | number | null, options?: RouterNavigateOptions) {
      const full = await leave(hrefOf(to))
      await (typeof to === 'number' ? full.navigate(to) : full.navigate(to, options))
    },
  }
  function onOpened(listener: (full: DataRouter, isLeaving: boolean) => void) {
    void opened.promise.then(full => listener(full, false))
    void Promise.all([opened.promise, leaving.promise]).then(([full]) => listener(full, true))
  }
  return { first, open, onOpened, markMounted: mounted.resolve }
}

/** The target as the href of a link; undefined for steps in the history. */
function hrefOf(to: To | number | null): string | undefined {
  if (typeof to === 'string') return to
  return to && typeof to === 'object' ? `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}` : undefined
}

function untilInitialized(router: DataRouter): Promise<void> {
  return new Promise(resolve => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}

/** Provides the first router, then the full one. Pages stay mounted, because routes, location and data are the same. */
export function LateRouterProvider({ router: { first, onOpened, markMounted } }: { router: LateRouter }) {
  const [router, setRouter] = useState(first)
  // In a transition React hydrates late parts before it changes the router; a page that is left need not wait for them.
  useEffect(
    () => onOpened((full, isLeaving) => (isLeaving ? setRouter(full) : startTransition(() => setRouter(full)))),
    [onOpened],
  )
  // Blockers take a new key in an effect when the full router appears; `seen` is set in the same update.
  const [seen, setSeen] = useState(first)
  useEffect(() => setSeen(router), [router])
  useEffect(() => {
    if (seen !== first) markMounted()
  }, [seen, first, markMounted])

  return <RouterProvider router={router} />
}
