import fc from 'fast-check'
import { describe, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { agreeWithProvider, MOST_USES } from '../../test/trade-model/agree.ts'
import { type RealShop, ring, tradeCommands } from '../../test/trade-model/trade-commands.ts'
import type { TradeModel } from '../../test/trade-model/trade-model.ts'
import { discountsOf } from '../orders/discounts/discounts-fixtures.ts'
import { giftCardsOf } from '../orders/gift-cards/gift-cards-fixtures.ts'
import { newId } from '../platform/database/ids.ts'
import { bellOf } from './webhooks-fixtures.ts'

/** `TRADE_RUNS=1000` for a long run, with a FUZZ_SEED of its own; a failure prints what to set TRADE_PATH to. */
const { TRADE_RUNS = 12, TRADE_PATH } = process.env
const parameters = { numRuns: Number(TRADE_RUNS), ...(TRADE_PATH && { path: TRADE_PATH }) }
const MOST_DEEDS = 30

const shop = startShop()
const bell = bellOf(shop)

/** A scarce product, one in two sizes, a code, a gift card, and a customer. */
async function aMarket(): Promise<{ model: TradeModel; real: RealShop }> {
  // Declined payments of all markets count for one network.
  await shop.db.deleteFrom('attempts').execute()
  const thumbnail_id = (await shop.media()).id
  const stocks = [3, 12, 4]
  const [plain, shirt] = [
    await shop.product({ stock: 3, thumbnail_id }),
    await shop.product({ stock: 0, thumbnail_id }),
  ]
  const admin = await shop.admin()
  const code = `M${newId()}`
  const benefit = { kind: 'amount', amount: 5, percent: null, limitInAll: MOST_USES, code }
  const { data: discount } = await discountsOf(shop, admin).add(benefit)
  const giftCard = await giftCardsOf(shop, admin).aCode(300)
  const { S, M } = await shop.sizes(shirt.id, { S: 12, M: 4 })
  return {
    model: {
      products: stocks.map(left => ({ priceCents: plain.price_cents, left })),
      orders: [],
      code: { cents: 500, left: MOST_USES },
      cardCents: 30_000,
    },
    real: {
      shop,
      bell,
      customer: await shop.customer(),
      admin,
      products: [{ product: plain.id }, { product: shirt.id, variant: S }, { product: shirt.id, variant: M }],
      orders: [],
      discount: { id: discount._id, code },
      giftCard: { id: giftCard.card, code: giftCard.code },
    },
  }
}

describe('any sequence of commands', () => {
  it('T345 leaves the shop in agreement with a model of a few rules', {
    timeout: 60_000 + 5000 * parameters.numRuns,
  }, async () => {
    const auditEvents = fc.commands(tradeCommands, { maxCommands: MOST_DEEDS, size: 'max' })
    await fc.assert(
      fc.asyncProperty(auditEvents, async auditEvents => {
        const market = await aMarket()
        await fc.asyncModelRun(() => market, auditEvents)
        shop.emulator.clearFaults()
        await ring(market.model, market.real)
        await agreeWithProvider(market.model, market.real)
      }),
      parameters,
    )
  })
})
