import { activeProducts, expect, inStock, type Listed, type Page, test } from './shop.ts'

test.use({ isFresh: true })

/** The most kilobytes of a first view, as served with brotli. */
const MOST = { script: 130, stylesheet: 15, document: 12 }

const valuesIn = ({ options }: Listed) => options.flatMap(({ values }) => values).length

/** Bytes on the wire of a page's first view, by kind; its policy allows no inline script, and it has none. */
async function firstView(page: Page, path: string): Promise<Record<string, number>> {
  const bytes: Record<string, number> = {}
  page.on('response', async answer => {
    const kind = answer.request().resourceType()
    bytes[kind] = (bytes[kind] ?? 0) + Number(answer.headers()['content-length'] ?? 0)
  })
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self'(;|$)/)
  const scripts = [...((await answer?.text()) ?? '').matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
  for (const attributes of scripts) expect(attributes).toMatch(/src=|type="application\/(ld\+)?json"/)
  return bytes
}

test('the first view stays within 130 kB of script, none of it inline, 15 kB of style and 12 kB of page', async ({
  page,
  context,
}) => {
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

test('the scripts of a page that is not painted yet are loaded with its first press, which takes effect', async ({
  page,
}) => {
  const { _id } = await inStock(page)
  await openUnpainted(page, `/product/${_id}`)
  await expect(scripts(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Add to cart' }).first().dispatchEvent('click')
  await expect(scripts(page)).not.toHaveCount(0)
  await page.clock.resume()

  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test('the scripts of a page whose pictures never come are loaded after four seconds', async ({ page }) => {
  await openUnpainted(page, '/product-category/clothing')
  await expect(scripts(page)).toHaveCount(0)

  await page.clock.runFor(4000)

  await expect(scripts(page)).not.toHaveCount(0)
})

test('the scripts of a page that shows nothing without them are loaded at once', async ({ page }) => {
  await openUnpainted(page, '/cart')

  await expect(scripts(page)).not.toHaveCount(0)
})

/** Links that the early script adds when it loads the other scripts. */
const scripts = (page: Page) => page.locator('link[rel=modulepreload]')

/** Opens a page whose pictures do not come and whose clock stands still, once its early script has run. */
async function openUnpainted(page: Page, path: string) {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.route(/\/media\/|\/favicon/, () => {})
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.locator('script[src*=early-]').evaluate(({ src }: HTMLScriptElement) => import(src))
}
