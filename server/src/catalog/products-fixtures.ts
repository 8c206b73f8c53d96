import type { BodyOf, Calls } from '@mela/contract'
import type { Person, startShop } from '../../test/shop.ts'
import { listAuditEntries } from '../platform/audit/audit-log.ts'

type NewProduct = BodyOf<Calls['POST /products']>

/** Staff actions for tests of the catalogue. */
export function staffOf(shop: ReturnType<typeof startShop>) {
  /** Every field of a product, as the form sends them, but for its address: two products cannot have the same. */
  async function aProduct(
    given: Partial<NewProduct> = {},
  ): Promise<Omit<NewProduct, 'slug'> & { slug?: string | null }> {
    return {
      name: 'Linen shirt',
      description: 'A shirt of washed linen, cut wide, with buttons of shell. Made in Jaipur.',
      price: 100,
      onSale: true,
      salePrice: 80,
      stock: 20,
      isActive: true,
      isGiftCard: true,
      weight: 240,
      content: '240 g',
      unitPriceFor: '100 g',
      taxClass: null,
      hsnCode: '6211',
      sizeGuide: 'Size | Chest in cm\nS | 88–94',
      tags: 'linen, summer',
      vendor: 'Mela Handlooms',
      seoTitle: 'Linen shirt from Jaipur',
      seoDescription: 'Washed linen with buttons of shell, cut wide.',
      category: (await shop.category()).id,
      thumbnail: (await shop.media()).id,
      gallery: [(await shop.media()).id],
      ...given,
    }
  }

  return {
    aProduct,

    /** Creates a shirt of 100, on sale at 80, in S with 2 and M with 3. */
    async aShirt(as: Person, given: object = {}) {
      const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }]
      const variants = ['S', 'M'].map((Size, n) => ({ options: { Size }, stock: n + 2 }))
      const body = { ...(await aProduct({ stock: 5 })), options, variants, ...given }
      return (await shop.post('/products', body, as)).data
    },

    put: (id: string, body: unknown, as: Person) => shop.call('PUT', `/products/${id}`, { body, as }),

    auditEventsOn: async (subject: string) =>
      (await listAuditEntries(shop.db, { page: 1, size: 20, keyword: subject })).rows.map(
        ({ actor, action, before, after }) => ({ actor: actor?._id, action, before, after }),
      ),
  }
}
