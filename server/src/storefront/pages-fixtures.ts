import { API_BASE, paths } from '@mela/contract'
import { inject, vi } from 'vitest'
import type { startShop } from '../../test/shop.ts'
import type { Exchange, WebApp } from './web-app.ts'

/** A web app whose pages print the API's answer for the same path; login prints `/shop` and `/categories`. */
export function aWebApp() {
  let ask: (exchange: Exchange) => Promise<{ status: number; body: unknown }>
  const render = vi.fn(async (url: string) => {
    const { pathname, search } = new URL(url)
    if (pathname === paths.login()) return { status: 200, html: JSON.stringify(await askForFrame()), isWhole: true }
    const called = pathname.replace(paths.product(''), '/products/slug/').replace(paths.productById(''), '/products/')
    const path = called.replace('/search', '/products') + search
    const { status, body } = await ask({ method: 'GET', path: `${API_BASE}${path}`, headers: {} })
    return { status, html: JSON.stringify(body), isWhole: true }
  })
  const askForFrame = () =>
    Promise.all(
      ['/shop', '/categories'].map(path =>
        ask({ name: `GET ${path}`, method: 'GET', path: API_BASE + path, headers: {} }),
      ),
    )
  const web: WebApp = {
    folder: inject('webFolder'),
    fonts: ['/assets/sans.woff2', '/assets/serif.woff2'],
    render,
    setTransport(transport) {
      ask = transport
    },
  }
  return { web, render }
}

/** An instance of the shop with its own modules, as in another process. */
export async function openInstance(shop: ReturnType<typeof startShop>) {
  vi.resetModules()
  const { buildApp } = await import('../app.ts')
  const { catalogChanges } = await import('../platform/database/invalidation.ts')
  const { connect } = await import('../platform/database/database.ts')
  const { listen } = await import('../platform/database/listening.ts')
  const { readEnv } = await import('../platform/runtime/env.ts')
  const connection = connect(shop.databaseUrl)
  const event = await listen(connection.pool, catalogChanges)
  const { web, render } = aWebApp()
  const env = readEnv({ LOG_LEVEL: 'error' })
  const app = await buildApp({ db: connection.db, env, files: shop.app.files, gateways: shop.gateways, web })
  await app.ready()
  return {
    app,
    render,
    async close() {
      event.stop()
      await app.close()
      await connection.close()
    },
  }
}
