import { NARROW, sidewaysScroll, violations, WIDE } from './axe.ts'
import { accountScreens, dashboardScreens, standsForItsKind, visitorScreens } from './screens.ts'
import { aCustomer, expect, failedLoad, inStock, type Page, test } from './shop.ts'
import { aDiscount, aGiftCard, contest, enterAsAdmin } from './staff.ts'

// The screens include those of unknown addresses, which answer 404.
test.use({ expectedError: failedLoad(404) })

const MOST = 0.01

/** Records every layout shift from the start, and the number of running calls. */
function watch() {
  const shifts: string[] = []
  const state = { total: 0, shifts, calls: 0 }
  Object.assign(window, { state })
  const { fetch } = window
  window.fetch = async (...request) => {
    state.calls++
    return await fetch(...request).finally(() => state.calls--)
  }
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      }
      if (hadRecentInput) continue
      state.total += value
      shifts.push(`${value.toFixed(4)}: ${sources.map(({ node }) => node?.textContent?.slice(0, 30)).join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface State {
  total: number
  shifts: string[]
  calls: number
}

/** True once two calls in a row have found nothing loading. */
function isCalm(): boolean {
  const page = window as unknown as { state: State; calmLooks?: number }
  const isLoading =
    page.state.calls > 0 ||
    !document.querySelector('h1') ||
    document.querySelector('[aria-busy="true"]') !== null ||
    document.fonts.status === 'loading' ||
    [...document.images].some(({ complete, loading }) => !complete && loading !== 'lazy')
  page.calmLooks = isLoading ? 0 : (page.calmLooks ?? 0) + 1
  return page.calmLooks > 1
}

/** Polls every 100 ms: polling in animation frames would make the page draw each of them. */
const becomesCalm = (page: Page) => page.waitForFunction(isCalm, null, { polling: 100 })

async function scrollThrough() {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo(0, top)
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  // Further down, the sticky header could cover half of a button, which axe reports as too small.
  scrollTo(0, 0)
}

/**
 * Lists what moved on each screen while it was loaded and scrolled through at the main width of its area, what axe finds
 * there, and by how many pixels it is wider than its window.
 */
async function faults(
  page: Page,
  paths: string[],
  width: number,
  more: (page: Page) => Promise<string[]> = async () => [],
) {
  await page.addInitScript(watch)
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    const faults = [...(await shiftsAt(page, path, width)), ...(await more(page)), ...(await violations(page))]
    faults.push(...(await sidewaysScroll(page)))
    await page.setViewportSize({ width: 768, height: 900 })
    faults.push(...(await sidewaysScroll(page)))
    await page.setViewportSize({ width: 320, height: 900 })
    faults.push(...(await sidewaysScroll(page)))
    if (width === WIDE) faults.push(...(await violations(page, ['target-size'])))
    if (standsForItsKind(path)) faults.push(...(await faultsInDark(page, width === NARROW ? WIDE : NARROW)))
    if (faults.length > 0) found[path] = faults
  }
  return found
}

async function faultsInDark(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = [...(await violations(page, ['color-contrast', 'link-in-text-block'])), ...(await sidewaysScroll(page))]
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

async function shiftsAt(page: Page, path: string, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(path)
  await becomesCalm(page)
  await page.evaluate(scrollThrough)
  await becomesCalm(page)
  const { total, shifts } = await page.evaluate(() => (window as unknown as { state: State }).state)
  test.info().annotations.push({ type: `${path} at ${width} px`, description: total.toFixed(4) })
  return total >= MOST ? shifts : []
}

/** Headings that do not descend one level at a time below one h1, ids that occur twice, and no header or footer. */
async function wrongStructure(page: Page): Promise<string[]> {
  const { levels, ids, isFramed } = await page.evaluate(() => ({
    levels: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => Number(tagName[1])),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    isFramed: document.querySelector('header a[href="/"]') !== null && document.querySelector('footer a') !== null,
  }))
  // Headings before the h1 belong to the layout.
  const below = levels.slice(levels.indexOf(1))
  const twice = ids.filter((id, index) => ids.indexOf(id) < index)
  const isWrong =
    levels.filter(level => level === 1).length !== 1 ||
    below.some((level, index) => level > (below[index - 1] ?? 0) + 1)
  return [
    ...(isWrong ? [`headings of levels ${levels}`] : []),
    ...twice.map(id => `the id ${id} twice`),
    ...(isFramed || page.url().includes('/auth/') ? [] : ['no header or no footer']),
  ]
}

test.describe('T407 B135 without a layout shift, accessible and as wide as the window are', () => {
  test.setTimeout(180_000)

  test('T003 T004 a visitor’s screens, which have header, footer, headings in order and no id twice', async ({
    page,
  }) => {
    const product = await inStock(page)

    const screens = visitorScreens({ product: product._id, category: product.category.slug })
    const found = await faults(page, screens, NARROW, wrongStructure)

    expect(found).toEqual({})
  })

  test('the screens of an account', async ({ page }) => {
    const { paid, unpaid } = await aCustomer(page)

    const found = await faults(page, accountScreens({ paid, unpaid }), NARROW)

    expect(found).toEqual({})
  })

  for (const half of [0, 1]) {
    test(`the dashboard’s screens, half ${half + 1} of 2`, async ({ page, theirs }) => {
      const { paid, payment, transactionId } = await aCustomer(theirs)
      await enterAsAdmin(page)
      await contest(page, transactionId)
      const firstDispute = async () => (await (await page.request.get('/api/disputes?size=1')).json()).data[0]?._id
      await expect.poll(firstDispute).toBeTruthy()
      const product = await inStock(page)
      const { data: customers } = await (await page.request.get('/api/users/customers?size=1')).json()

      const screens = dashboardScreens({
        order: paid,
        payment,
        product: product._id,
        customer: customers[0]._id,
        dispute: await firstDispute(),
        discount: await aDiscount(page),
        giftCard: await aGiftCard(page),
      })
      const found = await faults(
        page,
        screens.filter((_, position) => position % 2 === half),
        WIDE,
      )

      expect(found).toEqual({})
    })
  }
})
