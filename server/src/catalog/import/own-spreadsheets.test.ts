import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { staffOf } from '../products-fixtures.ts'
import { tablesOf } from './imports-fixtures.ts'

const shop = startShop()
const { aShirt } = staffOf(shop)
const { check, rowsOf, run } = tablesOf(shop)

const admin = shop.anAdmin()

async function imported(table: string, admin: Awaited<ReturnType<typeof shop.admin>>, choices: object = {}) {
  const { data } = await check(table, admin)
  await shop.post(`/imports/${data._id}/start`, choices, admin)
  const { rows: counts } = await run(data._id, admin)
  return { counts, rows: await rowsOf(data._id, admin) }
}

it('reads Title, Quantity and Category of an own list, which has no handles', async () => {
  const { counts, rows } = await imported('Title,Price,Quantity,Category\nTin mug,9,4,Cups', admin)

  expect(counts).toMatchObject({ created: 1, refused: 0 })
  const { data } = await shop.get(`/products/${rows[0].product}`, admin)
  expect(data).toMatchObject({ name: 'Tin mug', stock: 4, category: { name: 'Cups' } })
})

describe('an own spreadsheet without SKUs that is chosen again', () => {
  const SPOONS =
    'Name;Description;Category;Price;Stock;Active\nBeech spoon;;Kitchen;6,50;10;yes\nOak spoon;;Kitchen;7,50;10;yes'
  const SECOND = 'A product with this name is there: this would be a second one. Give its Id (Export) to change it.'

  it('warns at its rows and for the file that products of their names are there', async () => {
    await imported(SPOONS, admin)

    const { data } = await check(`${SPOONS}\nAsh spoon;;Kitchen;8;3;yes`, admin)

    expect(data).toMatchObject({ rows: { created: 3 }, namesakes: 2 })
    expect(data.notes).toContain(
      'New products with the name of a product that is there: 2. Importing them makes second ones.',
    )
    expect(await rowsOf(data._id, admin)).toMatchObject([
      { isNamesake: true, warnings: [SECOND] },
      { isNamesake: true, warnings: [SECOND] },
      { isNamesake: false, warnings: [] },
    ])
  })
})

describe('an own spreadsheet with SKUs that is chosen again', () => {
  const cups = (price: string) => `SKU;Name;Category;Price;Stock;Active\nCUP-1;Small cup;Kitchen;${price};5;yes`

  it('finds its products: unchanged, changed or left alone', async () => {
    const [{ product }] = (await imported(cups('12,50'), admin)).rows

    const same = await imported(cups('12,50'), admin)
    const other = await check('Name;Category;Price\nSmall cup;Kitchen;15', admin)
    const left = await imported(cups('13'), admin, { leavesPresent: true })
    const dearer = await imported(cups('14').replace('CUP-1', 'cup-1'), admin)

    expect(same.rows).toMatchObject([{ kind: 'unchanged', product }])
    expect(left.rows).toMatchObject([{ kind: 'unchanged', product, errors: {} }])
    expect(await rowsOf(other.data._id, admin)).toMatchObject([{ kind: 'created', isNamesake: true }])
    expect(dearer.rows).toMatchObject([{ kind: 'updated', product }])
    expect((await shop.get(`/products/${product}`, admin)).data).toMatchObject({ price: 14, stock: 5 })
  })

  it('refuses a second row of one product, and says how to join them', async () => {
    const variants = ['S', 'M'].map(Size => ({ options: { Size }, sku: `SOCK-${Size}`, stock: 2 }))
    const sock = await aShirt(admin, { variants, stock: 4 })

    const { rows } = await imported('SKU,Name,Variant stock\nSOCK-S,,4\nSOCK-M,,7', admin)

    expect(rows).toMatchObject([
      { kind: 'updated', product: sock._id },
      {
        kind: 'refused',
        product: sock._id,
        errors: {
          'Variant SKU':
            'This product stands in row 2 already. Give both rows its Id (Export), and its name in the first alone.',
        },
      },
    ])
  })
})
