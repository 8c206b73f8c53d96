import { activeProducts, expect, inStock, type Listed, type Page, test } from './shop.ts'

test.use({ isFresh: true })

/** The most kilobytes of a first view, as served with brotli. */
const MOST = { script: 130, stylesheet: 15, document: 12 }

const valuesIn = ({ options }: Listed) => options.flatMap(({ values }) => values).length

/** Bytes on the wire of a page's first view, by kind. */
async function firstView(page: Page, path: string): Promise<Record<string, number>> {
  const bytes: Record<string, number> = {}
  page.on('response', async answer => {
    const kind = answer.request().resourceType()
    bytes[kind] = (bytes[kind] ?? 0) + Number(answer.headers()['content-length'] ?? 0)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return bytes
}

test('the first view stays within 130 kB of script, 15 kB of style and 12 kB of page', async ({ page, context }) => {
  const { _id: plain } = await inStock(page)
  const most = (await activeProducts(page)).toSorted((one, other) => valuesIn(other) - valuesIn(one))[0]?._id
  const pages = ['/', `/product/${plain}`, `/product/${most}`, '/product-category/clothing', '/search?keyword=shirt']
  for (const path of pages) {
    const fresh = await context.newPage()
    const bytes = await firstView(fresh, path)
    test.info().annotations.push({ type: path, description: JSON.stringify(bytes) })

    for (const [kind, most] of Object.entries(MOST)) {
      expect(bytes[kind], `${kind} of ${path}`).toBeGreaterThan(0)
      expect(bytes[kind], `${kind} of ${path}`).toBeLessThan(most * 1000)
    }
    await fresh.close()
  }
})

test('pages carry a policy without inline script, and contain none', async ({ page }) => {
  const product = await inStock(page)
  for (const path of ['/', `/product/${product._id}`, '/auth/login', '/no/such/page']) {
    const answer = await page.request.get(path)
    const policy = answer.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    const scripts = [...(await answer.text()).matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? '')
    for (const attributes of scripts) expect(attributes).toMatch(/src=|type="application\/(ld\+)?json"/)
  }
})

test('a page that did not change is not sent again', async ({ page }) => {
  const first = await page.request.get('/')
  const again = await page.request.get('/', { headers: { 'if-none-match': first.headers().etag ?? '' } })

  expect(first.headers()['cache-control']).toBe('no-cache')
  expect(again.status()).toBe(304)
})
