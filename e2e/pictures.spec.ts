import { expect, test } from './shop.ts'

test('pictures are shown as AVIF where it exists, in the smallest size that is sharp', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/search?size=100', { waitUntil: 'networkidle' })
  const loaded = await page
    .getByRole('main')
    .getByRole('article')
    .locator('img')
    .evaluateAll(images => images.map(image => (image as HTMLImageElement).currentSrc).filter(Boolean))

  expect(loaded.length).toBeGreaterThan(0)
  expect(loaded.some(url => url.endsWith('-400.avif'))).toBe(true)
  for (const url of loaded) expect(url).toMatch(/-400\.(avif|webp)$/)
})
