import { describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { newId } from '../../platform/database/ids.ts'
import { staffOf } from '../products-fixtures.ts'

const shop = startShop()
const { put } = staffOf(shop)
const admin = shop.anAdmin()

let count = 100
/** A shirt of two sizes, with a code that no other has. */
async function aShirt(given: { name?: string; is_active?: boolean } = {}) {
  const code = `LS-${count++}`
  const { id } = await shop.product({ stock: 0, thumbnail_id: (await shop.media()).id, ...given })
  const options = [{ name: 'Size', values: [{ name: 'M' }, { name: 'L' }] }]
  const variants = [
    { options: { Size: 'M' }, sku: `${code}-M`, barcode: `890${newId()}`, stock: 1 },
    { options: { Size: 'L' }, sku: `${code}-L`, stock: 1 },
  ]
  const { data } = await put(id, { options, variants }, admin)
  return { id, code, variants: data.variants as { _id: string; sku: string; barcode: string }[] }
}

async function found(keyword: string, path = '/products') {
  const { data, meta } = await shop.get(`${path}?keyword=${encodeURIComponent(keyword)}`, admin)
  return meta?.correction || meta?.partial ? [] : (data.products ?? data).map(({ _id }: { _id: string }) => _id)
}

describe('a keyword', () => {
  it('finds a SKU, its beginning and a barcode, with and without its separators', async () => {
    const { id, code, variants } = await aShirt()
    const [first] = variants

    for (const typed of [`${code}-M`, `${code}-L`, code, code.toLowerCase(), `${code} m`, first?.barcode ?? ''])
      expect(await found(typed), typed).toEqual([id])
    expect(await found(`${code}-XL`)).toEqual([])
  })

  it('finds it among suggestions, by staff in the list of inactive products and in the palette', async () => {
    const [shown, hidden] = [await aShirt(), await aShirt({ is_active: false })]

    expect(await found(`${shown.code}-M`, '/products/suggestions')).toEqual([shown.id])
    expect(await found(`${hidden.code}-M`, '/products/inactive')).toEqual([hidden.id])
    expect(await found(`${hidden.code}-M`, '/dashboard/find')).toEqual([hidden.id])
  })

  it('that is a SKU or a barcode names the variant in the palette', async () => {
    const { code, variants } = await aShirt()
    const inPalette = async (keyword: string) =>
      (await shop.get(`/dashboard/find?keyword=${encodeURIComponent(keyword)}`, admin)).data.products

    expect(await inPalette(`${code} l`.toLowerCase())).toMatchObject([
      { variant: { options: { Size: 'L' }, sku: `${code}-L`, stock: 1 } },
    ])
    expect(await inPalette(variants[0]?.barcode ?? '')).toMatchObject([{ variant: { options: { Size: 'M' } } }])
    expect((await inPalette(code))[0]).not.toHaveProperty('variant')
  })

  it('finds no SKU of a variant that is inactive or deleted, nor a former one', async () => {
    const { id, code, variants } = await aShirt()
    const [first, second] = variants
    const kept = (sku: string, isActive: boolean) => [{ ...first, sku, isActive }, second].map(one => asInput(one))

    await put(id, { variants: kept(`${code}-M`, false) }, admin)
    expect(await found(`${code}-M`)).toEqual([])
    await put(id, { variants: kept(`${code}-NEW`, true) }, admin)
    expect(await found(`${code}-M`)).toEqual([])
    expect(await found(`${code}-NEW`)).toEqual([id])
    await put(id, { options: [{ name: 'Size', values: [{ name: 'L' }] }], variants: [asInput(second)] }, admin)
    expect(await found(`${code}-NEW`)).toEqual([])
  })
})

const asInput = (variant: object = {}) => ({ ...variant, own: undefined, version: undefined, media: undefined })
