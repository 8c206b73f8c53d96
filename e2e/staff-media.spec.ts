import { expectAccessible } from './axe.ts'
import { aPicture } from './products.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './staff.ts'

/** Playwright's recorder requests blob: previews, which only the page itself can load. */
const recorder = /Connecting to 'blob:/
test.use({ expectedError: recorder })

const aName = (word: string) => `${word}-${Date.now().toString(36)}.png`

test('T192-T200 B87 B108 pictures are chosen, uploaded, paged, and deleted with the names of the products that lose them', async ({
  page,
}) => {
  await openAsAdmin(page, '/dashboard/media')
  await expect(page.getByText(/Deleting a picture removes it everywhere/)).toBeVisible()
  const [one, other] = [aName('saree'), aName('lamp')]
  const files = [await aPicture(page, one), await aPicture(page, other)]
  await page.getByRole('button', { name: 'Upload Media' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Media' })
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
    await expectAccessible(page)
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

  await expect(page.getByText(/^Page 1 of /)).toBeVisible()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/dashboard/media?page=2&size=8')
  await expect(page.getByText(/^Page 2 of /)).toBeVisible()

  await test.step('a picture in use names its products before it is deleted, and leaves them', async () => {
    const { data: pictures } = await (await page.request.get(`/api/media?keyword=${one}`)).json()
    const { data: products } = await (await page.request.get('/api/products?size=1')).json()
    const { _id: product, name } = products[0]
    const galleryOf = async () => {
      const { data } = await (await page.request.get(`/api/products/${product}`)).json()
      return data.gallery.map(({ _id }: { _id: string }) => _id) as string[]
    }
    const gallery = [...(await galleryOf()), pictures[0]._id]
    await page.request.put(`/api/products/${product}`, { data: { gallery } })
    await page.goto(`/dashboard/media?keyword=${one}`)

    const remove = page.getByRole('button', { name: `Delete ${one}` })
    const question = page.getByRole('dialog', { name: 'Delete this picture?' })
    await remove.click()
    await expect(question.getByText('1 product loses it.')).toBeVisible()
    await expect(question.getByRole('link', { name })).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(remove).toBeAttached()
    await remove.click()
    await question.getByRole('button', { name: 'Delete picture' }).click()
    await expect(page.getByText('Media deleted successfully.')).toBeVisible()
    await expect(page.getByText('No media found, try uploading some.')).toBeVisible()
    expect(await galleryOf()).toEqual(gallery.slice(0, -1))
  })
})
