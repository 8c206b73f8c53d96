import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import type { WebApp } from '../../storefront/web-app.ts'
import { readEnv } from '../runtime/env.ts'
import { securityHeaders } from './security-headers.ts'

interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Writes raw bytes to the listening shop, without a client that would correct them, and reads until the connection
 * ends.
 */
async function rawCall(app: FastifyInstance, ...lines: string[]): Promise<RawAnswer> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  const headers = fields.map(field => {
    const [name = '', ...value] = field.split(': ')
    return [name.toLowerCase(), value.join(': ')]
  })
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: body.join('\r\n\r\n') }
}

const folder = mkdtempSync(join(tmpdir(), 'mela-web-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets', 'app.js'), '1')

/** The rendered addresses, in order. */
const rendered: string[] = []

/** A web app that shows its address, and knows the pages /, /sale and /account/pay. */
const web: WebApp = {
  folder,
  fonts: [],
  setTransport: () => undefined,
  async render(url) {
    rendered.push(url)
    const { pathname } = new URL(url)
    return { status: /^\/(sale|account\/pay\/1)?$/.test(pathname) ? 200 : 404, html: `<p>${url}`, isWhole: true }
  },
}

const shop = startShop({}, undefined, web)
const named = startShop({ PUBLIC_URL: 'https://mela.example', SHOP_MODE: 'demo' }, undefined, web)

beforeAll(async () => {
  for (const { app } of [shop, named]) await app.listen({ port: 0 })
})
afterAll(() => rm(folder, { recursive: true }))

const lines = (target: string, host = 'localhost', ...more: string[]) => [
  `GET ${target} HTTP/1.1`,
  `Host: ${host}`,
  'Connection: close',
  ...more,
]
const ask = (...given: Parameters<typeof lines>) => rawCall(shop.app, ...lines(...given))
const askNamed = (...given: Parameters<typeof lines>) => rawCall(named.app, ...lines(...given))

describe('the target of a request', () => {
  it.each([
    ['http://localhost/sale', 200],
    ['HTTP://localhost/api/health', 200],
    ['http://localhost', 200],
    ['http://localhost?utm=1', 200],
    ['http://', 400],
    ['http://a@b/', 400],
    ['ftp://localhost/', 400],
    ['*', 400],
    ['/#x', 400],
    ['/sale#x', 400],
    ['/product/%', 400],
  ])('%s is answered %i', async (target, status) => {
    expect((await ask(target)).status).toBe(status)
  })

  it.each([
    ['/x/..', '/'],
    ['/x/../sale?page=2', '/sale?page=2'],
    ['/x/%2e%2E/sale', '/sale'],
    ['/./sale', '/sale'],
    ['/s%61le', '/sale'],
    ['/x\\..\\sale', '/sale'],
    ['http://localhost/x/..', '/'],
  ])('%s redirects to %s', async (target, location) => {
    expect(await ask(target)).toMatchObject({ status: 301, headers: { location } })
  })

  it('is never another path of the API', async () => {
    for (const target of ['/x/../api/health', '/api/products/../users/admin', '//api/health']) {
      expect((await ask(target)).status).toBe(404)
    }
  })
})

describe('a request with two Host headers', () => {
  it.each([
    ['another one', 'Host: evil.example'],
    ['the same one', 'Host: localhost'],
    ['in lower case', 'host: localhost'],
  ])('is refused: %s', async (_what, second) => {
    await ask('/sale')

    for (const path of ['/sale', '/api/health', 'http://localhost/sale']) {
      expect(await ask(path, 'localhost', second), path).toMatchObject({
        status: 400,
        body: expect.stringContaining('This request could not be read.'),
      })
    }
  })
})

describe('a shop with a PUBLIC_URL', () => {
  const refusal = { status: 421, body: expect.stringContaining('This shop is not reached under this name.') }

  const foreign = ['evil.example', 'mela.example.evil.example', 'mela.example:8080', '10.0.0.7', 'mela.example.']
  const noHosts = ['1.2.3.4.5', 'x:99999', 'a.1', 'xn--a', '..']
  it.each([...foreign, ...noHosts])('does not answer to the name %s, cached or not', async host => {
    await askNamed('/sale', 'mela.example')

    for (const path of ['/sale', '/api/products', '/about', '/robots.txt']) {
      expect(await askNamed(path, host), path).toMatchObject(refusal)
    }
    expect(await askNamed(`http://${host}/sale`, 'mela.example')).toMatchObject(refusal)
  })

  it('answers to its own name, to health checks of load balancers, and to its own machine', async () => {
    expect(await askNamed('/sale', 'mela.example')).toMatchObject({ status: 200 })
    expect(await askNamed('/sale', 'MELA.example:443')).toMatchObject({ status: 200 })
    expect(await askNamed('/api/health', '10.0.0.7')).toMatchObject({ status: 200 })
    expect(await askNamed('/api/products', 'localhost:3000')).toMatchObject({ status: 200 })
    expect(await rawCall(named.app, 'GET /api/health HTTP/1.0')).toMatchObject({ status: 200 })
    expect(await rawCall(named.app, 'GET /sale HTTP/1.0')).toMatchObject({ status: 421 })
  })

  it('ignores X-Forwarded-Host without a trusted proxy', async () => {
    expect(await askNamed('/sale', 'evil.example', 'X-Forwarded-Host: mela.example')).toMatchObject(refusal)
  })
})

describe('behind a trusted proxy', () => {
  const proxied = startShop({ PUBLIC_URL: 'https://mela.example', TRUST_PROXY: 'on' }, undefined, web)
  beforeAll(async () => void (await proxied.app.listen({ port: 0 })))

  it('the name is the one that the proxy was called by', async () => {
    const ask = (forwarded: string) =>
      rawCall(proxied.app, ...lines('/sale', 'inside:3000', `X-Forwarded-Host: ${forwarded}`))

    expect(await ask('mela.example')).toMatchObject({ status: 200 })
    expect(await ask('mela.example, evil.example')).toMatchObject({ status: 421 })
  })
})

describe('B134 C15 the security headers', () => {
  const headers = {
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  }

  it.each([
    ['a page', 200, lines('/sale')],
    ['a moved page', 301, lines('/SALE')],
    ['an unknown page', 404, lines('/nope')],
    ['the API', 200, lines('/api/health')],
    ['an unknown call', 404, lines('/api/nope')],
    ['an unknown method', 404, ['DELETE /sale HTTP/1.1', 'Host: localhost', 'Connection: close']],
    ['a script', 200, lines('/assets/app.js')],
    ['an unknown script', 404, lines('/assets/nope.js')],
    ['an unknown picture', 404, lines('/media/nope.webp')],
    ['robots.txt', 200, lines('/robots.txt')],
    ['an invalid address', 400, lines('/product/%')],
    ['an invalid request', 400, ['NONSENSE']],
    ['a request without a host', 400, ['GET / HTTP/1.1', 'Connection: close']],
    ['headers without an end', 431, lines('/', 'localhost', `X-Long: ${'x'.repeat(20_000)}`)],
    ['an expectation', 417, lines('/', 'localhost', 'Expect: miracles')],
  ])('stand on %s (%i)', async (_what, status, request) => {
    expect(await rawCall(shop.app, ...request)).toMatchObject({ status, headers })
  })

  it('stand on a cached page, and the pay page keeps its own', async () => {
    await ask('/sale')

    const { status, headers: headersOf } = await ask('/sale')
    expect({ status, headers: headersOf }).toMatchObject({ status: 200, headers })
    const { headers: ofPayPage } = await ask('/account/pay/1')
    expect(ofPayPage['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    // Isolated pages do not share the tab's storage with the pay page, which cannot be isolated.
    expect(headersOf['cross-origin-embedder-policy']).toBeUndefined()
  })
})

it.each([
  ['https://mela.example', 'max-age=31536000'],
  ['http://mela.example', undefined],
])('a shop at %s has the HSTS header %s, which leaves subdomains alone', (PUBLIC_URL, header) => {
  expect(securityHeaders(readEnv({ PUBLIC_URL }))['strict-transport-security']).toBe(header)
})

it('an error outside of the framework is answered with 500, and does not end the process', () => {
  const [listener] = named.app.server.listeners('request')
  const response = { headersSent: false, setHeader: vi.fn(), writeHead: vi.fn(), end: vi.fn() }

  listener?.({ headers: undefined }, response)

  expect(response.writeHead).toHaveBeenCalledWith(500, expect.anything())
})
