import { expectAccessible } from './axe.ts'
import { aProduct, expect, type Page, register, test } from './shop.ts'

const reviews = (page: Page) => page.getByRole('region', { name: 'Reviews' })
const form = (page: Page) => page.getByRole('region', { name: 'Write a review' })
const ownReview = (page: Page) => reviews(page).getByRole('article').filter({ hasText: 'Your review' })

test('T033 T317 T385 B98 B102 B103 a review is shown, changed and removed without a reload, markup as text', async ({
  page,
}) => {
  const product = await aProduct(page, 'with a few reviews', ({ rating }) => rating.count > 1 && rating.count < 5)
  const visitor = await register(page)
  await page.goto(`/product/${product._id}`)
  const count = product.rating.count
  const markup = '<img src=x onerror="document.title=1"> and <script>alert(1)</script>'

  await form(page).getByRole('button', { name: 'Submit review' }).click()
  await expectAccessible(page)
  await form(page).getByRole('radio', { name: '4 stars' }).check()
  await form(page).getByLabel('Title').fill('Better than I hoped')
  await form(page).getByLabel('Comment').fill('Worn every week since Diwali,\nand still like new.')
  await form(page).getByRole('button', { name: 'Submit review' }).click()

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
  await expectAccessible(page)
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
  await page.getByRole('dialog').getByRole('button', { name: 'Delete review' }).click()
  await expect(page.getByText('Review deleted successfully.')).toBeVisible()
  await expect(form(page).getByLabel('Title')).toHaveValue('')
  await expect(reviews(page).getByRole('article')).toHaveCount(count)
  await expect(reviews(page).getByRole('heading', { name: 'Reviews' })).toBeFocused()
})
