import { aStaffProduct } from './products.ts'
import { aProduct, aVisitor, expect, failedLoad, openAlive, type Page, register, test } from './shop.ts'

const reviewed = (page: Page) =>
  aProduct(page, 'with a few reviews', ({ rating }) => rating.count > 1 && rating.count < 5)
const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' })
const form = (page: Page) => page.getByRole('region', { name: 'Write a review' })
const ownReview = (page: Page) => reviews(page).getByRole('article').filter({ hasText: 'Your review' })

async function write(page: Page, title: string, comment: string) {
  await form(page).getByRole('radio', { name: '4 stars' }).check()
  await form(page).getByLabel('Title').fill(title)
  await form(page).getByLabel('Comment').fill(comment)
  await form(page).getByRole('button', { name: 'Submit review' }).click()
}

test('T031 T036 T265 visitors see the author of each review, and the distribution of stars', async ({ page }) => {
  const product = await reviewed(page)
  const { data } = await (await page.request.get(`/api/products/${product._id}/reviews`)).json()
  await page.goto(`/product/${product._id}`)

  await expect(reviews(page).getByRole('article')).toHaveCount(data.length)
  for (const [index, { title, comment, rating, user, verified }] of data.entries()) {
    const article = reviews(page).getByRole('article').nth(index)
    await expect(article).toContainText(`${user.name.firstName[0]}${user.name.firstName} ${user.name.lastName}`)
    await expect(article.getByRole('img', { name: `Rated ${rating} out of 5` })).toBeVisible()
    await expect(article).toContainText(title)
    await expect(article).toContainText(comment)
    await expect(article.getByText('Verified buyer')).toHaveCount(verified ? 1 : 0)
  }
  await expect(reviews(page).getByRole('img', { name: `Rated ${product.rating.average.toFixed(1)}` })).toBeVisible()
  await expect(reviews(page).getByRole('listitem').filter({ hasText: '5 stars:' })).toBeVisible()
})

test('T034 a signed-out visitor is asked to log in, and returns to the product', async ({ page }) => {
  const product = await reviewed(page)
  const visitor = await register(page)
  await page.context().clearCookies()

  await openAlive(page, `/product/${product._id}`)
  await expect(page.getByText('Please login to submit a review.')).toBeVisible()
  await expect(form(page)).toBeHidden()
  await reviews(page).getByRole('link', { name: 'login' }).click()
  await page.getByLabel('Email').fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()

  await expect(page).toHaveURL(`/product/${product._id}`)
  await expect(form(page)).toBeVisible()
  await expect(page.getByText('Please login to submit a review.')).toBeHidden()
})

test.describe('a session that ends while a review is written', () => {
  test.use({ expectedError: failedLoad(401) })

  test('keeps the typed text for the login that follows', async ({ page }) => {
    const product = await reviewed(page)
    const visitor = await register(page)
    await page.goto(`/product/${product._id}`)
    await form(page).getByRole('radio', { name: '4 stars' }).check()
    await page.context().clearCookies()

    await write(page, 'Better than I hoped', 'Worn every week since Diwali,\nand still like new.')

    await expect(page.getByText('Your session has ended. Log in again to go on.')).toBeVisible()
    await page.getByLabel('Email').fill(visitor.email)
    await page.getByLabel('Password', { exact: true }).fill(visitor.password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(form(page).getByLabel('Title')).toBeInViewport()
    await expect(form(page).getByLabel('Title')).toHaveValue('Better than I hoped')
    await expect(form(page).getByLabel('Comment')).toHaveValue('Worn every week since Diwali,\nand still like new.')
    await expect(form(page).getByRole('radio', { name: '4 stars' })).toBeChecked()
  })
})

test('T033 T317 T385 B98 B102 B103 a review is shown, changed and removed without a reload, markup as text', async ({
  page,
}) => {
  const product = await reviewed(page)
  const visitor = await register(page)
  await page.goto(`/product/${product._id}`)
  const count = product.rating.count
  const markup = '<img src=x onerror="document.title=1"> and <script>alert(1)</script>'

  await form(page).getByRole('radio', { name: '1 star' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(form(page).getByRole('radio', { name: '3 stars' })).toBeChecked()
  await expect(form(page).getByText('Good', { exact: true })).toBeVisible()
  await write(page, 'Better than I hoped', 'Worn every week since Diwali,\nand still like new.')

  await expect(page.getByRole('status').filter({ hasText: 'Review submitted successfully!' })).toBeVisible()
  await expect(form(page)).toBeHidden()
  await expect(reviews(page).getByRole('article').first()).toContainText('Better than I hoped')
  await expect(ownReview(page)).toContainText(`${visitor.firstName} ${visitor.lastName}`)
  await expect(ownReview(page).getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible()
  await expect(reviews(page).getByText(`${count + 1} reviews`, { exact: true })).toBeVisible()
  await expect(reviews(page).getByRole('article')).toHaveCount(count + 1)

  await ownReview(page).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit your review' })
  await expect(dialog.getByLabel('Title')).toHaveValue('Better than I hoped')
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await dialog.getByLabel('Title').fill('<b>Bold</b> claims')
  await dialog.getByLabel('Comment').fill(markup)
  await dialog.getByRole('radio', { name: '2 stars' }).check()
  await dialog.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByText('Review updated successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(ownReview(page)).toContainText('<b>Bold</b> claims')
  await expect(ownReview(page)).toContainText(markup)

  await page.reload()
  await expect(reviews(page).getByRole('article').first()).toContainText('Your review')
  await expect(ownReview(page)).toContainText('<b>Bold</b> claims')
  await expect(ownReview(page)).toContainText(markup)
  await expect(form(page)).toBeHidden()

  await ownReview(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(ownReview(page)).toBeVisible()
  await ownReview(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByText('Review deleted successfully.')).toBeVisible()
  await expect(form(page).getByLabel('Title')).toHaveValue('')
  await expect(reviews(page).getByRole('article')).toHaveCount(count)
  await expect(reviews(page).getByRole('heading', { name: 'Reviews' })).toBeFocused()
})

test('T326 B99 the page and every list show a new rating at the very next request', async ({ page }) => {
  const product = await aProduct(page, 'with two reviews', ({ rating }) => rating.count >= 2)
  const { firstName, lastName, email, password } = aVisitor()
  await page.request.post('/api/auth/register', { data: { name: { firstName, lastName }, email, password } })
  const text = async (path: string) => (await page.request.get(path)).text()
  await text(`/product/${product._id}`)
  await text('/search')

  await page.request.post(`/api/products/${product._id}/reviews`, {
    data: { title: 'Seen at once by all', rating: 1, comment: 'The very next reader finds it.' },
  })

  expect(await text(`/product/${product._id}`)).toContain('Seen at once by all')
  const { average, count } = (await aProduct(page, 'like it', ({ _id }) => _id === product._id)).rating
  const [, card = ''] = (await text('/search?size=100')).split(`href="/products/${product.slug}"`)
  expect(card.split('</article>')[0]).toContain(`Rated ${average.toFixed(1)} out of 5 from ${count} reviews`)
  await page.request.delete(`/api/products/${product._id}/reviews`)
  expect(await text(`/product/${product._id}`)).not.toContain('Seen at once by all')
})

test('B99 an admin takes down a review on the product’s page, after a question, and the audit log keeps it', async ({
  page,
  browser,
}) => {
  const { _id } = await aStaffProduct(page)
  const reviewer = await browser.newContext()
  const { firstName, lastName, email, password } = aVisitor()
  const account = { name: { firstName, lastName }, email, password }
  expect((await reviewer.request.post('/api/auth/register', { data: account })).status()).toBe(201)
  const words = { title: 'Words that no reader should see', comment: 'Nothing about the product at all.', rating: 1 }
  expect((await reviewer.request.post(`/api/products/${_id}/reviews`, { data: words })).status()).toBe(201)
  await reviewer.close()
  await openAlive(page, `/product/${_id}`)

  await page.getByRole('button', { name: `Delete the review of ${firstName} ${lastName}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(words.title)
  await dialog.getByRole('button', { name: 'Delete review' }).click()

  await expect(page.getByText('Review deleted successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { name: words.title })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Reviews' })).toBeFocused()
  await page.goto('/dashboard/audit')
  await expect(page.getByRole('row').filter({ hasText: 'Review deleted' }).first()).toBeVisible()
})
