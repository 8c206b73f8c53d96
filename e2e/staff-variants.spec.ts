import { expectAccessible } from './axe.ts'
import { aStaffProduct } from './products.ts'
import { expect, test } from './shop.ts'

test('a product gets sizes and colours, their stocks from a spreadsheet, and its options back by Undo', async ({
  page,
}) => {
  const { _id } = await aStaffProduct(page)
  await page.goto(`/dashboard/products/edit/${_id}`)
  const grid = page.getByRole('grid', { name: 'Variants' })

  await page.getByRole('button', { name: 'Add options' }).click()
  await page.getByRole('button', { name: 'Add an option' }).click()
  await page.getByRole('textbox', { name: 'Add a value of Size' }).fill('S, M')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add another option' }).click()
  await page.getByRole('textbox', { name: 'Add a value of Colour' }).fill('Indigo, Cream')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Generate missing combinations (3)' }).click()
  await expect(grid.getByText('Size M · Cream', { exact: true })).toBeVisible()

  // Pastes a column of cells in the format of a spreadsheet.
  await grid.getByRole('row').nth(1).locator('[data-column="6"]').click()
  await page.evaluate(cells => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', cells)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, '4\n0\n7\n2\n')
  await expect(page.getByText('4 variants, 13 units in stock')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Product updated successfully.')).toBeVisible()

  await expectAccessible(page)
  const saved = (await (await page.request.get(`/api/products/${_id}`)).json()).data
  expect(saved.variants.map(({ options, stock }: Record<string, unknown>) => [options, stock])).toEqual([
    [{ Size: 'S', Colour: 'Indigo' }, 4],
    [{ Size: 'S', Colour: 'Cream' }, 0],
    [{ Size: 'M', Colour: 'Indigo' }, 7],
    [{ Size: 'M', Colour: 'Cream' }, 2],
  ])
  await page.getByRole('button', { name: 'Undo: Stock, Options, Size S · Indigo' }).click()
  await expect(grid).toHaveCount(0)
  const undone = (await (await page.request.get(`/api/products/${_id}`)).json()).data
  expect(undone).toMatchObject({ options: [], variants: [{ _id, options: {} }] })
})
