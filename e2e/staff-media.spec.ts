import { expect, type Page, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

/** Playwright's recorder requests blob: previews, which only the page itself can load. */
const recorder = /Connecting to 'blob:/
test.use({ expectedError: recorder })

/** A picture that is new to the library: a screenshot of the page. */
async function aPicture(page: Page, name: string) {
  const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } })
  return { name, mimeType: 'image/png', buffer: shot }
}

const aName = (word: string) => `${word}-${Date.now().toString(36)}.png`

async function openUpload(page: Page) {
  await page.getByRole('button', { name: 'Upload Media' }).click()
  return page.getByRole('dialog', { name: 'Upload Media' })
}

test('T192-T197 T199 T200 pictures are dropped or chosen, uploaded, and in the grid, which is paged, after a reload', async ({
  page,
}) => {
  await openAsAdmin(page, '/dashboard/media')
  await expect(page.getByText(/Deleting a picture removes it everywhere/)).toBeVisible()
  const [one, other] = [aName('saree'), aName('lamp')]
  const files = [await aPicture(page, one), await aPicture(page, other)]
  const dialog = await openUpload(page)
  await expect(dialog.getByLabel('Choose pictures')).toHaveAttribute('accept', 'image/*')

  await test.step('without a choice nothing is uploaded', async () => {
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('alert').getByText('Please select a file to upload.')).toBeVisible()
  })

  await test.step('pictures are dropped or pasted too, and other files are refused at once', async () => {
    await dialog.getByText('Drop pictures here').evaluate(target => {
      const bring = (name: string, type: string) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['…'], name, { type }))
        return dataTransfer
      }
      const options = { bubbles: true, cancelable: true }
      target.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: bring('dropped.webp', 'image/webp') }))
      const clipboardData = bring('pasted.txt', 'text/plain')
      document.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData }))
    })

    await expect(dialog.getByText('dropped.webp')).toBeVisible()
    const pasted = dialog.getByRole('listitem').filter({ hasText: 'pasted.txt' })
    await expect(pasted.getByRole('alert')).toHaveText('Only jpeg, jpg, png and webp images are allowed.')
    await pasted.getByRole('button', { name: 'Remove pasted.txt' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Remove dropped.webp' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(0)
  })

  await dialog.getByLabel('Choose pictures').setInputFiles(files)
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.locator('img[src^="blob:"]')).toHaveCount(2)
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: 'Upload 2 pictures' }).click()
  await loaded

  await expect(page.getByText('2 pictures uploaded successfully.')).toBeVisible()
  for (const name of [one, other]) {
    await expect(page.getByRole('img', { name: new RegExp(name) })).toBeVisible()
    await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeAttached()
  }

  await test.step('the library is paged, and says when it is empty', async () => {
    await expect(page.getByText(/^Page 1 of /)).toBeVisible()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL('/dashboard/media?page=2&size=8')
    await expect(page.getByText(/^Page 2 of /)).toBeVisible()

    await page.goto('/dashboard/media?keyword=nothing-is-called-this')
    await expect(page.getByText('No media found, try uploading some.')).toBeVisible()
  })
})

test('T198 B87 B108 a picture in use names its products before it is deleted, and leaves them', async ({ page }) => {
  await openAsAdmin(page, '/dashboard/media')
  const name = aName('doomed')
  const image = await aPicture(page, name)
  const { data: picture } = await (await page.request.post('/api/media', { multipart: { image } })).json()
  const { data: products } = await (await page.request.get('/api/products?size=1')).json()
  const [product] = products
  const { data: full } = await (await page.request.get(`/api/products/${product._id}`)).json()
  const gallery = [...full.gallery.map(({ _id }: { _id: string }) => _id), picture._id]
  await page.request.put(`/api/products/${product._id}`, { data: { gallery } })
  await page.goto(`/dashboard/media?keyword=${name}`)

  const remove = page.getByRole('button', { name: `Delete ${name}` })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Delete this picture?' })
  await expect(dialog.getByText('1 product loses it.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: product.name })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeAttached()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete picture' }).click()

  await expect(page.getByText('Media deleted successfully.')).toBeVisible()
  await expect(page.getByText('No media found, try uploading some.')).toBeVisible()
  const { data: left } = await (await page.request.get(`/api/products/${product._id}`)).json()
  expect(left.gallery.map(({ _id }: { _id: string }) => _id)).not.toContain(picture._id)
})
