import { paths } from '@mela/contract'
import { inject, vi } from 'vitest'
import type { startShop } from '../../test/shop.ts'
import type { Exchange, WebApp } from './web-app.ts'

/** A web app whose pages print the API's answer for the same path; login prints `/shop` and `/categories`. */
export function aWebApp() {
  let ask: (exchange: Exchange) => Promise<{ status: number; body: unknown }>
  const render = vi.fn(async (url: string) => {
    const { pathname, searchParams } = new URL(url)
    const answers = await Promise.all(callsOf(pathname).map(([name, params]) => askFor(name, params, searchParams)))
    const [answer = { status: 404, body: { success: false, message: 'Not found.' } }] = answers
    const shown = pathname === paths.login() ? answers : answer.body
    return { status: answer.status, html: JSON.stringify(shown), isWhole: true }
  })
  const askFor = (name: string, params: Record<string, string>, search: URLSearchParams) =>
    ask({ name, params, query: Object.fromEntries(search), path: `${name} ${JSON.stringify(params)} ${search}` })
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

function callsOf(path: string): [name: string, params: Record<string, string>][] {
  const last = path.split('/').at(-1) ?? ''
  if (path === paths.login())
    return [
      ['GET /shop', {}],
      ['GET /categories', {}],
    ]
  if (path === paths.searchBase) return [['GET /products', {}]]
  if (path.startsWith(paths.product(''))) return [['GET /products/slug/:slug', { slug: last }]]
  return path.startsWith(paths.productById('')) ? [['GET /products/:id', { id: last }]] : []
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
