import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { addToCart, aProduct, expect, type Page, register, test } from './shop.ts'
import { enterAsAdmin } from './staff.ts'

async function setActive(staff: APIRequestContext, productId: string, value: boolean) {
  const answer = await staff.patch(`/api/products/${productId}`, { data: { key: 'isActive', value, productId } })
  expect(answer.status()).toBe(200)
}

/** Whether the next response of this address links to the product. */
async function isLinkedFrom(page: Page, path: string, slug: string): Promise<boolean> {
  return (await (await page.request.get(path)).text()).includes(`href="/products/${slug}"`)
}

test('T044 T405 B15 B80 B109 an inactive product is on no page, and a cart that contains it cannot check out', async ({
  page,
  request: staff,
}) => {
  await enterAsAdmin({ request: staff })
  const product = await aProduct(
    page,
    'on sale',
    ({ onSale, salePrice, stock }) => onSale && salePrice > 0 && stock > 1,
  )
  const lists = [
    '/',
    `/search?keyword=${encodeURIComponent(product.name)}`,
    `/product-category/${product.category.slug}?size=100`,
    '/sale?size=100',
  ]
  await register(page)
  await addToCart(page, product)
  for (const path of lists) expect(await isLinkedFrom(page, path, product.slug), path).toBe(true)

  await setActive(staff, product._id, false)
  try {
    for (const path of lists) expect(await isLinkedFrom(page, path, product.slug), path).toBe(false)
    expect((await page.request.get(`/products/${product.slug}`)).status()).toBe(404)
    const own = await page.request.get(`/product/${product._id}`)
    expect(own.status()).toBe(404)
    const [, main = ''] = (await own.text()).split('<main')
    expect(main.includes('Product is not available.')).toBe(true)
    expect(main.includes(product.name)).toBe(false)
    expect(main).toMatch(/<a [^>]*href="\/"[^>]*>(<[^>]*>)*Back to home/)

    await page.goto('/cart')
    await expect(page.getByRole('alert')).toContainText(`${product.name}: no longer available`)
    const line = page.getByRole('article', { name: product.name })
    await expect(line).toContainText('no longer available')
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: 'Checkout' }).first()).toBeDisabled()
    await expect(page.getByRole('link', { name: 'Checkout' })).toHaveCount(0)

    await page.goto('/account/shipping')
    await expect(page.getByRole('alert')).toContainText(product.name)
    await expect(page.getByRole('button', { name: 'CONTINUE' })).toBeDisabled()
    await page
      .getByRole('alert')
      .getByRole('button', { name: `Remove ${product.name}` })
      .click()
    await expect(page.getByRole('alert')).toBeHidden()
  } finally {
    await setActive(staff, product._id, true)
  }
})
