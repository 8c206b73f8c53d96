import { PRODUCT_DEFAULTS } from '@mela/contract'
import { expect, it } from 'vitest'
import { newProductValues, productForm } from './product-values.ts'

it('a new product can be saved with a price only: its form starts off sale, the default of the call stays', () => {
  const filled = {
    ...newProductValues,
    name: 'Kota saree',
    description: 'Woven by hand in a village near Kota, airy and light.',
    price: '240',
    category: 'a'.repeat(24),
    thumbnail: 'b'.repeat(24),
  }

  expect(productForm.safeParse(filled).success).toBe(true)
  expect(productForm.safeParse({ ...filled, onSale: true }).success).toBe(false)
  expect(PRODUCT_DEFAULTS.onSale).toBe(true)
})
