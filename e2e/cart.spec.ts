import { expectAccessible } from './axe.ts'
import { expect, inStock, openAlive, register, test } from './shop.ts'

test('what is added is shown beside the page, which stays usable; Escape and Back lead to the button', async ({
  page,
}) => {
  const { _id, name } = await inStock(page)
  await openAlive(page, `/product/${_id}`)
  const add = page.getByRole('button', { name: 'Add to cart' }).first()
  const panel = page.getByRole('dialog', { name: 'Added to your cart' })
  await add.press('Enter')

  await expect(panel.getByRole('article', { name })).toBeVisible()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: `Increase quantity of ${name} in your cart` }).press('Enter')
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(add).toBeFocused()

  await add.press('Enter')
  await expect(panel).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(_id.slice(-6)))

  await add.click()
  await panel.getByRole('link', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
})

test('the cart of an account follows to another device, and leaves with it', async ({ page, theirs, baseURL }) => {
  const { _id, name } = await inStock(page)
  const { email, password } = await register(page)
  await openAlive(page, `/product/${_id}`)
  const saved = page.waitForResponse(
    answer => answer.url().endsWith('/api/cart') && answer.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await saved

  await theirs.request.post(`${baseURL}/api/auth/login`, { data: { email, password } })
  await theirs.goto('/cart')
  await expect(theirs.getByRole('article', { name })).toBeVisible()
  await theirs.getByRole('button', { name: `Increase quantity of ${name}` }).click()
  await theirs.waitForResponse(answer => answer.url().endsWith('/api/cart') && answer.request().method() === 'PUT')

  await page.goto('/cart')
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible()
  await page
    .getByRole('button', { name: /account menu|Meera/i })
    .first()
    .click()
  await page
    .getByRole('menuitem', { name: 'Logout' })
    .or(page.getByRole('button', { name: 'Logout' }))
    .click()
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty.')).toBeVisible()
})

test('a shared cart is looked at and taken over by another person, twice without more of it', async ({
  page,
  theirs,
}) => {
  const { _id, name } = await inStock(page)
  await openAlive(page, `/product/${_id}`)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Share cart' }).click()
  const link = new URL(await page.getByRole('dialog').getByRole('textbox').inputValue()).pathname
  await expectAccessible(page)

  for (let times = 0; times < 2; times++) {
    await theirs.goto(link)
    await expect(theirs.getByText(name)).toBeVisible()
    await theirs.getByRole('button', { name: 'Add these to my cart' }).click()
    await expect(theirs).toHaveURL('/cart')
    await expect(theirs.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  }
})
