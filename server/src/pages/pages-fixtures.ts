import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE } from '@mela/contract'
import { vi } from 'vitest'
import type { Exchange, WebApp } from './web-app.ts'

/** A web app whose pages print the API's answer for the same path, `/search` that of the products. */
export async function aWebApp() {
  const folder = await mkdtemp(join(tmpdir(), 'mela-web-'))
  await mkdir(join(folder, 'assets'))
  let ask: (exchange: Exchange) => Promise<{ status: number; body: unknown }>
  const render = vi.fn(async (url: string) => {
    const { pathname, search } = new URL(url)
    const path = pathname.replace('/product/', '/products/').replace('/search', '/products') + search
    const { status, body } = await ask({ method: 'GET', path: `${API_BASE}${path}`, headers: {} })
    return { status, html: JSON.stringify(body), isWhole: true }
  })
  const web: WebApp = {
    folder,
    render,
    setTransport(transport) {
      ask = transport
    },
  }
  return { web, render }
}
