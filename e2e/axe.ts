import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from './shop.ts'

/** Axe reads the colours of the moment: a button that is just fading in would have neither its old contrast nor its new one. */
async function stopAllMotion(page: Page) {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
  })
}

/** In light with every rule; in dark only the colours can differ. */
export async function expectAccessible(page: Page) {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await stopAllMotion(page)
  await expectNoViolation(page, new AxeBuilder({ page }))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolation(page, new AxeBuilder({ page }).withRules('color-contrast'))
  await page.emulateMedia({ colorScheme: 'light' })
}

async function expectNoViolation(page: Page, axe: AxeBuilder) {
  // No screen has frames; without this a second page is opened for each analysis to sum up theirs.
  const { violations } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
    [],
  )
}

/** Wide and narrow; everybody else's widths lie between. */
export const WIDTHS = [1440, 390]
