import fc from 'fast-check'
import { describe, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { agreeWithProvider } from '../../test/trade-model/agree.ts'
import { type RealShop, ring, tradeCommands } from '../../test/trade-model/trade-commands.ts'
import type { TradeModel } from '../../test/trade-model/trade-model.ts'
import { bellOf } from './webhooks-fixtures.ts'

/** `TRADE_RUNS=1000` for a long run, with a FUZZ_SEED of its own; a failure prints what to set TRADE_PATH to. */
const { TRADE_RUNS = 12, TRADE_PATH } = process.env
const parameters = { numRuns: Number(TRADE_RUNS), ...(TRADE_PATH && { path: TRADE_PATH }) }
const MOST_DEEDS = 30

const shop = startShop()
const bell = bellOf(shop)

/** A scarce product, one in two sizes, and a customer. */
async function aMarket(): Promise<{ model: TradeModel; real: RealShop }> {
  const thumbnail_id = (await shop.media()).id
  const stocks = [3, 12, 4]
  const [plain, shirt] = [
    await shop.product({ stock: 3, thumbnail_id }),
    await shop.product({ stock: 0, thumbnail_id }),
  ]
  const { S, M } = await shop.sizes(shirt.id, { S: 12, M: 4 })
  return {
    model: {
      products: stocks.map(left => ({ priceCents: plain.price_cents, left })),
      orders: [],
    },
    real: {
      shop,
      bell,
      customer: await shop.customer(),
      admin: await shop.admin(),
      products: [{ product: plain.id }, { product: shirt.id, variant: S }, { product: shirt.id, variant: M }],
      orders: [],
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
