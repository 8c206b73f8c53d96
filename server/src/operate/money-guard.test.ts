import { describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { setGiftCardActive } from '../orders/gift-cards/change-gift-cards.ts'
import { buyersOf } from '../payments/payments-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { refuseMixedMoney } from './opening.ts'

describe('a database', () => {
  const shop = startShop()
  const { anOpenOrder, aPaidOrder, setStatus } = buyersOf(shop)

  it('opens with any kind of keys while it is new', async () => {
    for (const mode of ['test', 'sandbox', 'live'] as const) await refuseMixedMoney(shop.db, mode)
  })

  it('does not go live while orders paid with test money wait to be sent', async () => {
    const { order } = await aPaidOrder()
    await expect(refuseMixedMoney(shop.db, 'live')).rejects.toThrow('test money')
    await refuseMixedMoney(shop.db, 'test')

    await setStatus(order, 'cancelled')
    await refuseMixedMoney(shop.db, 'live')
  })

  it('does not go live while gift cards bought with test money can be used, and lets none be activated then', async () => {
    const { order } = await aPaidOrder()
    await setStatus(order, 'cancelled')
    const card = {
      ...{ id: newId(), initial_cents: 2500, balance_cents: 0, currency: 'USD' },
      order_id: order,
      line: 0,
    }
    await shop.db.insertInto('gift_cards').values(card).execute()
    // All of it is spent, and would come back with the order that it paid.
    await expect(refuseMixedMoney(shop.db, 'live')).rejects.toThrow('Gift cards that were bought with test money')

    await shop.db.updateTable('gift_cards').set({ is_active: false }).execute()
    await refuseMixedMoney(shop.db, 'live')
    const activate = setGiftCardActive(shop.db, (await shop.admin()).id, card.id, { isActive: true, mode: 'live' })
    await expect(activate).rejects.toThrow('bought with test money')
    const { order: bought } = await anOpenOrder()
    const spent = { gift_card_id: card.id, delta_cents: -2500, reason: 'order', order_id: bought } as const
    await shop.db.insertInto('gift_card_ledger').values(spent).execute()
    await expect(refuseMixedMoney(shop.db, 'live')).rejects.toThrow('wait to be sent')
    await setStatus(bought, 'cancelled')
    await refuseMixedMoney(shop.db, 'live')
  })

  it('never returns to test keys once it holds real payments', async () => {
    await shop.db.updateTable('payments').set({ gateway_mode: 'live' }).execute()

    await expect(refuseMixedMoney(shop.db, 'test')).rejects.toThrow('real payments')
    await expect(refuseMixedMoney(shop.db, 'sandbox')).rejects.toThrow('real payments')
    await refuseMixedMoney(shop.db, 'live')
  })
})
