import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from './shop.ts'

/** Axe reads current colours: a button that is fading in would have neither its old contrast nor its new one. */
async function stopAllMotion(page: Page) {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
  })
}

const NARROW = 390

/** In light with every rule, in dark only contrast; on a narrow screen the rules that depend on the width. */
export async function expectAccessible(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await stopAllMotion(page)
  if (page.viewportSize()?.width === NARROW) return expectNarrowScreenAccessible(page)

  await expectNoViolation(page, new AxeBuilder({ page }))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolation(page, new AxeBuilder({ page }).withRules('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectNarrowScreenAccessible(page: Page) {
  await expectNoViolation(page, new AxeBuilder({ page }).withRules(['color-contrast', 'target-size']))
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0)
}

async function expectNoViolation(page: Page, axe: AxeBuilder) {
  // No screen has frames; without this a second page is opened for each analysis to merge their results.
  const { violations } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
    [],
  )
}

export const WIDTHS = [1440, NARROW]
