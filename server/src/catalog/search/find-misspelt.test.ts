import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { seedWithEmptyPictures } from '../../operate/demo/demo-fixtures.ts'

/** Misspelt keywords for the demo's products, written down before the search was. */
const typed = [
  ['swetshirt', 'Loopback sweatshirt'],
  ['sweat shirt', 'Loopback sweatshirt'],
  ['loffer', 'Raja bit loafer'],
  ['nawaab lofers', 'Nawab suede loafer, sand'],
  ['chronogarph', 'Rally chronograph'],
  ['cronograph', 'Rally chronograph'],
  ['automtic watch', 'Meridian 40 automatic'],
  ['merridian automatik', 'Meridian 40 automatic'],
  ['neel kurtha', 'Neel block-print kurta'],
  ['silk kurti', 'Utsav silk kurta'],
  ['chandni linnen', 'Chandni linen kurta'],
  ['anar kurta', 'Anaar block-print kurta'],
  ['blockprint kurta', 'Anaar block-print kurta'],
  ['block prnit', 'Neel block-print kurta'],
  ['suade boot', 'Chowk suede boot'],
  ['swede loafer', 'Nawab suede loafer, sand'],
  ['lether boots', 'Chowk leather boot, oxblood'],
  ['oxblod', 'Chowk leather boot, oxblood'],
  ['ember runer', 'Ember knit runner'],
  ['harbor runner', 'Harbour knit runner, ink'],
  ['ridge runers', 'Ridge runner, sage'],
  ['canvass shoes', 'Dhobi canvas low, indigo'],
  ['dobi canvas', 'Dhobi canvas low, indigo'],
  ['banyan sued', 'Banyan suede low'],
  ['divers wach', 'Tide 200 diver'],
  ['indus feild', 'Indus field watch'],
  ['savera coper', 'Savera, copper dial'],
  ['sitara evergren', 'Sitara, evergreen'],
  ['noor champange', 'Noor, champagne'],
  ['t-shirts', 'Field tee, banyan'],
  ['tshirt tumeric', 'Field tee, turmeric'],
  ['oxfrod shirt', 'Marine Drive shirt'],
  ['monsson chek shirt', 'Monsoon check shirt'],
  ['jaipur campshirt', 'Jaipur camp shirt'],
  ['stripped top', 'Konkan stripe top'],
  ['shimla jumpr', 'Shimla knit jumper, ink'],
  ['silk drees', 'Ruh silk dress'],
  ['kohl 40 blak', 'Kohl 40, black'],
  ['goa linin', 'Goa linen shirt, salt'],
  ['court lo', 'Court low, bone'],
] as const

describe('the demo catalogue', () => {
  const shop = startShop()

  beforeAll(() => seedWithEmptyPictures(shop))

  it.each(typed)('finds for %j among the first three: %s', async (keyword, name) => {
    const { data } = await shop.get(`/products?size=3&keyword=${encodeURIComponent(keyword)}`)

    expect(data.map((product: { name: string }) => product.name)).toContain(name)
  })
})
