import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from './shop.ts'

export const NARROW = 390
export const WIDE = 1440

/** Checks what the page shows at both widths, and leaves it at the wide one. */
export async function expectAccessible(page: Page) {
  for (const width of [NARROW, WIDE]) await expectAccessibleAt(page, width)
}

export async function expectAccessibleAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  expect(await violations(page), `${page.url()} at ${width} px`).toEqual([])
}

/**
 * At the wide width axe runs every rule in light colours. At the narrow width it checks contrast in dark colours and
 * the size of targets, and the page must not scroll sideways. Contrast takes two thirds of the time, and colours do not
 * depend on the width, so each scheme is checked once.
 */
export async function violations(page: Page): Promise<string[]> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await stopAllMotion(page)
  if (page.viewportSize()?.width !== NARROW) return run(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await run(page, { runOnly: ['color-contrast', 'target-size'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...found, ...(await sidewaysScroll(page))]
}

/** Axe reads current colours: a button that is fading in would have neither its old contrast nor its new one. */
async function stopAllMotion(page: Page) {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
  })
}

// Every document parses the script again; `axe.source` is twice as long as the minified file.
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Leaves out results that no test reads: passed rules, selectors, preloaded styles. They take half of the time. */
const LEAN: RunOptions = { resultTypes: ['violations'], selectors: false, preload: false }

interface Channels {
  r: number
  g: number
  b: number
  alpha: number
}

/** axe's class for colours, which its types do not declare. */
interface Color extends Channels {
  parseString(text: string): Color
}

/** Caches parsed colours: axe parses those of each element again, which takes a third of its time. */
function rememberColors() {
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: Color } } } } }
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  const known = new Map<string, Channels>()
  prototype.parseString = function rememberString(text) {
    const { r, g, b, alpha } = known.get(text) ?? parseString.call(this, text)
    known.set(text, { r, g, b, alpha })
    return Object.assign(this, { r, g, b, alpha })
  }
}

async function run(page: Page, rules: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE)
    await page.evaluate(rememberColors)
  }
  return page.evaluate(
    async options => {
      // The page behind an open dialog is checked on its own, without the dialog.
      const checked = document.querySelector('dialog:modal') ?? document
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(checked, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { ...LEAN, ...rules },
  )
}

export async function sidewaysScroll(page: Page): Promise<string[]> {
  // A chart takes a new width some frames later.
  const fits = () => document.documentElement.scrollWidth <= innerWidth
  await page.waitForFunction(fits, null, { timeout: 1000 }).catch(() => {})
  const [width, overflow] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth - innerWidth])
  return (overflow ?? 0) > 0 ? [`${overflow} px wider than ${width} px`] : []
}
