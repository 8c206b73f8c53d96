import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'

type Shop = ReturnType<typeof startShop>

/** The status of a change by a browser with these headers. */
const change = async (shop: Shop, headers: Record<string, string>) =>
  (await shop.call('POST', '/auth/logout', { headers })).status

describe('B55 C9 a change', () => {
  const shop = startShop()

  it.each([
    ['a client without browser headers', {}],
    ['its own origin', { origin: 'http://localhost' }],
    ['its own origin with a port', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ])('is accepted from %s', async (_what, headers) => {
    expect(await change(shop, headers)).toBe(200)
  })

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['the origin null', { origin: 'null' }],
    ['another scheme', { origin: 'https://localhost' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain without an origin', { 'sec-fetch-site': 'same-site' }],
    ['an unknown Sec-Fetch-Site value', { 'sec-fetch-site': 'near-site' }],
    ['another site that claims none', { origin: 'https://evil.test', 'sec-fetch-site': 'none' }],
  ])('is refused to %s', async (_what, headers) => {
    expect(await change(shop, headers)).toBe(403)
  })
})

describe('B55 a change in a shop behind a proxy that speaks https', () => {
  const named = startShop({ PUBLIC_URL: 'https://mela.example' })
  const trusting = startShop({ TRUST_PROXY: 'on' })
  const host = 'mela.example'

  it('comes from PUBLIC_URL, whatever the proxy says', async () => {
    expect(await change(named, { host, origin: 'https://mela.example' })).toBe(200)
    expect(await change(named, { host, origin: 'http://mela.example' })).toBe(403)
    expect(await change(named, { host: 'evil.test', origin: 'https://evil.test' })).toBe(403)
  })

  it('comes from the machine itself by its local name', async () => {
    expect(await change(named, { host: 'localhost:3000', origin: 'http://localhost:3000' })).toBe(200)
  })

  it('comes from PUBLIC_URL, too, when the proxy on the same machine uses a local name', async () => {
    const own = { origin: 'https://mela.example', 'sec-fetch-site': 'same-origin' }

    expect(await change(named, { ...own, host: 'localhost:3000' })).toBe(200)
    expect(await change(named, { ...own, host: '127.0.0.1:3000' })).toBe(200)
    expect(await change(named, { host: 'localhost:3000', origin: 'https://evil.test' })).toBe(403)
    expect(await change(named, { host: 'localhost:3000', origin: 'https://localhost:3000' })).toBe(403)
  })

  it('comes from the host that the trusted proxy was called by', async () => {
    const proxied = { host, 'x-forwarded-proto': 'https' }

    expect(await change(trusting, { ...proxied, origin: 'https://mela.example' })).toBe(200)
    expect(await change(trusting, { ...proxied, origin: 'http://mela.example' })).toBe(403)
  })
})
