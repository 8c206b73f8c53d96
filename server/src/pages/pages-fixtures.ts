import { API_BASE } from '@mela/contract'
import { inject, vi } from 'vitest'
import type { Exchange, WebApp } from './web-app.ts'

/** A web app whose pages print the API's answer for the same path, `/search` that of the products. */
export function aWebApp() {
  let ask: (exchange: Exchange) => Promise<{ status: number; body: unknown }>
  const render = vi.fn(async (url: string) => {
    const { pathname, search } = new URL(url)
    const path = pathname.replace('/product/', '/products/').replace('/search', '/products') + search
    const { status, body } = await ask({ method: 'GET', path: `${API_BASE}${path}`, headers: {} })
    return { status, html: JSON.stringify(body), isWhole: true }
  })
  const web: WebApp = {
    folder: inject('webFolder'),
    render,
    setTransport(transport) {
      ask = transport
    },
  }
  return { web, render }
}
