import { findSetting, PRICING_SETTINGS, type PricingRule } from '@mela/contract'
import { expect, it } from 'vitest'
import { type Person, startShop } from '../../test/shop.ts'
import { ofProducts, salesOf } from '../catalog/planned-prices/planned-prices-fixtures.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { shoppersOf } from '../orders/orders-fixtures.ts'

const shop = startShop()
const admin = shop.anAdmin()
const { add } = discountsOf(shop, admin)
const { buy } = shoppersOf(shop)
const { addSale, endInTime } = salesOf(shop, admin)

const versionNow = async () => (await shop.get('/settings', admin)).data.version as number

const edit = async (id: string, body: object, as: Person) => {
  const { version } = (await shop.get(`/products/${id}`, as)).data
  expect(await shop.call('PUT', `/products/${id}`, { as, body: { version, ...body } })).toMatchObject({ status: 200 })
}

it('staff see of each setting, discount and price behind an order who set it, and in which version', async () => {
  const [earlier, later] = [await shop.admin(), await shop.admin()]
  await shop.changeSettings({ money: { taxPercent: 12 } }, earlier)
  const version = await versionNow()
  await shop.changeSettings({ shop: { town: 'Pune' } }, later)
  const { id } = await shop.product()
  await edit(id, { price: 90 }, earlier)
  await edit(id, { description: 'Another description, which says nothing of what it costs.' }, later)
  const { data: discount } = await add()
  await shop.call('PATCH', `/discounts/${discount._id}`, { as: earlier, body: { percent: 20 } })
  const products = [{ product: id, quantity: 1 }]
  const { data: order } = await buy(await shop.customer(), products, { codes: [discount.code], totalAmount: 160.64 })
  await shop.changeSettings({ money: { taxPercent: 5 } }, later)
  await shop.call('PATCH', `/discounts/${discount._id}`, { as: later, body: { percent: 30 } })
  await edit(id, { price: 95 }, later)

  const { data } = await shop.get(`/orders/${order._id}/rules`, admin)

  const by = { _id: earlier.id }
  expect(data.map(({ rule, label, version, actor }: PricingRule) => ({ rule, label, version, actor }))).toMatchObject([
    { rule: `discount:${discount._id}`, label: 'Summer sale', version: 2, actor: by },
    { rule: 'money.taxPercent', label: findSetting('money.taxPercent')?.label, version, actor: by },
    { rule: `product:${id}`, label: 'Price', version: null, actor: by },
  ])
  expect(await shop.get(`/orders/${order._id}/rules`, await shop.customer())).toMatchObject({ status: 403 })
})

it('the price of a variant counts, and its stock does not', async () => {
  const [earlier, later] = [await shop.admin(), await shop.admin()]
  const { id } = await shop.product()
  const { S } = await shop.sizes(id, { S: 9, L: 9 })
  const variantsNow = async () => {
    const { variants } = (await shop.get(`/products/${id}`, admin)).data
    return variants.map(({ _id, options, stock }: Record<string, unknown>) => ({ _id, options, stock }))
  }
  const change = async (values: object, as: Person) => {
    const [first, ...others] = await variantsNow()
    await edit(id, { variants: [{ ...first, price: 80, ...values }, ...others] }, as)
  }
  await change({ price: 80 }, earlier)
  await change({ stock: 12 }, later)
  const { data: order } = await buy(await shop.customer(), [{ product: id, variant: S, quantity: 1 }])

  const { data } = await shop.get(`/orders/${order._id}/rules`, admin)

  const price = data.find(({ rule }: PricingRule) => rule === `product:${id}`)
  expect(price).toMatchObject({ actor: { _id: earlier.id } })
})

it('a planned sale is named while it runs, and only as what went before once it has ended', async () => {
  const { id } = await shop.product()
  const { data: sale } = await addSale({ target: ofProducts(id) })
  const labelNow = async () => {
    const { data: order } = await buy(await shop.customer(), [{ product: id, quantity: 1 }])
    const { data } = await shop.get(`/orders/${order._id}/rules`, admin)
    return data.find(({ rule }: PricingRule) => rule === `product:${id}`)?.label
  }
  const during = await labelNow()

  await endInTime(sale._id)

  expect([during, await labelNow()]).toEqual(['Planned sale “Winter sale”', 'Price after planned sale “Winter sale”'])
})

it('names settings that exist', () => {
  expect(
    Object.values(PRICING_SETTINGS)
      .flat()
      .filter(name => !findSetting(name)),
  ).toEqual([])
})
