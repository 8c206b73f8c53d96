import { expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { aWebApp } from './pages-fixtures.ts'

const { web } = aWebApp()
const shop = startShop({}, undefined, web)

it.each([
  ['br, gzip', 'br'],
  ['gzip;q=0.5, br;q=0.1', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;Q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', undefined],
  ['', undefined],
])('a page for a client that accepts %o is encoded as %s', async (accepted, encoding) => {
  const { headers } = await shop.app.inject({ url: '/', headers: { 'accept-encoding': accepted } })

  expect(headers['content-encoding']).toBe(encoding)
})

it('a page is not delayed by the length of the encodings that a client accepts', async () => {
  const long = `;q=0.${'0'.repeat(100)}x`.repeat(140)
  for (let time = 0; time < 30; time++) {
    const { headers } = await shop.app.inject({ url: '/', headers: { 'accept-encoding': long } })
    expect(headers['content-encoding']).toBeUndefined()
  }
})
