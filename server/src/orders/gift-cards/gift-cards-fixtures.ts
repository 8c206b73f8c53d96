import type { FullGiftCard } from '@mela/contract'
import { expect } from 'vitest'
import type { Person, startShop } from '../../../test/shop.ts'
import { emailNow } from '../../messages/notifications-fixtures.ts'
import { invariants } from '../../operate/invariants.ts'

/** Staff actions for tests of gift cards. */
export function giftCardsOf(shop: ReturnType<typeof startShop>, admin: Person) {
  const make = async (given: object = {}): Promise<FullGiftCard> =>
    (await shop.post('/gift-cards', { amount: 50, recipient: 'friend@example.com', ...given }, admin)).data

  /** As its email spells it. */
  async function codeOf(card: string): Promise<string> {
    const email = await emailNow(shop, { kind: 'gift-card', giftCard: card })
    const [code] = /\w{4}-\w{4}-\w{4}-\w{4}/.exec(email?.text ?? '') ?? []
    if (!code) throw new Error(`The gift card ${card} has no email.`)
    return code
  }

  /** A card with its code. */
  async function aCode(amount: number) {
    const { _id: card } = await make({ amount })
    return { card, code: await codeOf(card) }
  }

  /** An order over $198: $100 for goods, $80 shipping, $18 tax. */
  async function place(customer: Person, codes: string[], given: object = {}) {
    const { id } = await shop.product()
    const body = { products: [{ product: id, quantity: 1 }], shippingAddress: shop.anAddress(), codes, ...given }
    return shop.post('/orders', body, customer)
  }

  return {
    make,
    codeOf,
    aCode,
    place,

    async anOrderWithCard(amount: number) {
      const [customer, { card, code }] = [await shop.customer(), await aCode(amount)]
      return { customer, card, code, placed: (await place(customer, [code])).data }
    },

    /** What the doctor finds. */
    findBroken: async () =>
      (await Promise.all(invariants.map(({ broken }) => broken.execute(shop.db)))).flatMap(({ rows }) => rows),

    ledgerOf: (card: string) =>
      shop.db.selectFrom('gift_card_ledger').selectAll().where('gift_card_id', '=', card).orderBy('id').execute(),

    /** The balance in cents, which must equal the ledger's sum. */
    async balanceOf(card: string): Promise<number> {
      const { balance_cents } = await shop.db
        .selectFrom('gift_cards')
        .select('balance_cents')
        .where('id', '=', card)
        .executeTakeFirstOrThrow()
      const ledger = await shop.db
        .selectFrom('gift_card_ledger')
        .select('delta_cents')
        .where('gift_card_id', '=', card)
        .execute()
      expect(ledger.reduce((sum, { delta_cents }) => sum + delta_cents, 0)).toBe(balance_cents)
      return balance_cents
    },
  }
}
