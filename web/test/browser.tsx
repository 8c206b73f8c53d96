import { SIGNED_IN_COOKIE } from '@mela/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter, Outlet, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { toast } from 'react-toastify/unstyled'
import { vi } from 'vitest'
import { useArrivals } from '../src/lib/arrival.ts'
import { createQueryClient, resetForAnotherUser } from '../src/lib/page-data.ts'
import { forgetMerged } from '../src/shared/cart/merged-cart.store.ts'
import { Toasts } from '../src/ui/toast.tsx'

interface StubbedCall {
  name: string
  body: unknown
  headers: Record<string, string>
}

/** The answer to a call; a text body is sent unchanged, an object as JSON. */
export type Outcome = { status?: number; body?: object | string } | 'unreachable'

/** Answers calls by name, such as 'GET /users/current-user'. A list answers an item per call, then repeats the last. */
export function stubShop(outcomes: Record<string, Outcome | Promise<Outcome> | Outcome[]>) {
  const calls: StubbedCall[] = []

  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers = {} }: RequestInit = {}) => {
    const name = `${method} ${path.replace(/^\/api/, '')}`
    calls.push({
      name,
      body: typeof body === 'string' ? JSON.parse(body) : body,
      headers: headers as Record<string, string>,
    })
    const known = outcomes[name] ?? { status: 404, body: { success: false, message: `No stub for ${name}` } }
    const outcome = Array.isArray(known) ? (known.length > 1 ? known.shift() : known[0]) : await known
    if (outcome === undefined || outcome === 'unreachable') throw new TypeError('Failed to fetch')
    const { body: answer = {}, status = 200 } = outcome
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status })
  })

  return { calls, callsTo: (name: string) => calls.filter(call => call.name === name) }
}

export const ok = (data: unknown, status = 200): Outcome => ({ status, body: { success: true, message: '', data } })
/** The first page of a list. */
export const okPage = (
  data: unknown[],
  { total = data.length, ...more }: { total?: number; [key: string]: unknown } = {},
): Outcome => ({
  body: {
    success: true,
    message: '',
    data,
    meta: { page: 1, size: 8, pageCount: Math.max(1, Math.ceil(total / 8)), total, ...more },
  },
})
export const refused = (status: number, message = '', more: object = {}): Outcome => ({
  status,
  body: { success: false, ...(message && { message }), ...more },
})

/** Opens a page of the shop, with toasts; `at` answers the current location. */
export function visit(path: string, routes: RouteObject[]) {
  const router = createMemoryRouter([{ Component: Layout, children: routes }], { initialEntries: [path] })
  const queryClient = createQueryClient()
  resetForAnotherUser(queryClient)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  )
  return { router, queryClient, at: () => router.state.location.pathname + router.state.location.search }
}

/** The parts of the shop's layout that the tests need. */
function Layout() {
  useArrivals()
  return <Outlet />
}

export function leaveShop() {
  cleanup()
  toast.dismiss()
  forgetMerged()
  window.onpageshow = null
  localStorage.clear()
  sessionStorage.clear()
  setSignedInCookie('', 0)
  vi.unstubAllGlobals()
}

/** The cookie that the server sets beside the session. */
export function setSignedInCookie(value = '1', maxAge = 60) {
  // biome-ignore lint/suspicious/noDocumentCookie: there is no server here to set it
  document.cookie = `${SIGNED_IN_COOKIE}=${value}; max-age=${maxAge}`
}
