import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect, type Page } from './shop.ts'

export const NARROW = 390
export const WIDE = 1440

/** The width that most users of an area have. */
const mainWidth = (page: Page) => (new URL(page.url()).pathname.startsWith('/dashboard') ? WIDE : NARROW)

/** Checks a dialog, an error or another later state of a screen; every-screen.spec.ts checks each screen as it opens. */
export async function expectAccessible(page: Page, width = mainWidth(page)) {
  const size = page.viewportSize()
  await page.setViewportSize({ width, height: 900 })
  expect(await violations(page), `${page.url()} at ${width} px`).toEqual([])
  if (size) await page.setViewportSize(size)
}

/** What these rules find, or all of them; the size of targets matters to fingers, so not at the wide width. */
export async function violations(page: Page, rules: string[] = []): Promise<string[]> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const still = await stopAllMotion(page)
  const isForFingers = page.viewportSize()?.width !== WIDE
  const all: RunOptions = { rules: { 'target-size': { enabled: isForFingers } } }
  const found = await run(page, rules.length > 0 ? { runOnly: rules } : all)
  await still.evaluate(sheet => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== sheet)
  })
  return found
}

/** Axe reads current colours: a button that is fading in would have neither its old contrast nor its new one. */
const stopAllMotion = (page: Page) =>
  page.evaluateHandle(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
    return still
  })

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

async function run(page: Page, options: RunOptions): Promise<string[]> {
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
    { ...LEAN, ...options },
  )
}

export async function sidewaysScroll(page: Page): Promise<string[]> {
  // A chart takes a new width some frames later.
  const fits = () => document.documentElement.scrollWidth <= innerWidth
  await page.waitForFunction(fits, null, { timeout: 1000 }).catch(() => {})
  const [width, overflow] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth - innerWidth])
  return (overflow ?? 0) > 0 ? [`${overflow} px wider than ${width} px`] : []
}
