import {
  type AppliedDiscount,
  type CartQuote,
  COUNTRIES,
  countryCodeOf,
  deliveryMethodsFor,
  feeRuleOf,
  fromCents,
  orderTotals,
  pricingOf,
  type QuoteInput,
} from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { withPostal } from '../shop/check-address.ts'
import { mostUnits, type OrderTerms } from '../shop/order-terms.ts'
import { findTaxExemption } from './check-buyer.ts'
import { type FoundGiftCard, findCardRefusal, findGiftCards, shareAmongCards } from './gift-cards/find-gift-cards.ts'
import type { CardShare } from './gift-cards/gift-card-ledger.ts'
import { chooseVariants, findVariants } from './priced-variants.ts'
import { mergeLines, priceLines, quoteOf } from './quote.ts'
import { adjustmentOf, adjustmentRows } from './read-orders.ts'

/** Prices a cart by the functions that price an order: choose variants → price lines → apply discounts → quote. */
export async function quoteCart(db: Database, terms: OrderTerms, input: QuoteInput): Promise<CartQuote> {
  const { shop } = terms
  const { currency } = shop
  const address = placedAt(input.place)
  const wanted = await chooseVariants(db, mergeLines(input.products))
  const lines = priceLines(wanted, await findVariants(db, wanted))
  const active = lines.filter(({ product }) => product.isActive)
  const discounts: AppliedDiscount[] = []
  const exemption = address && (await findTaxExemption(shop, address, input))
  const rules = {
    ...pricingOf(shop, address, input.deliveryMethod, exemption),
    ...feeRuleOf(terms.payments, input.gateway),
  }
  const pricing = { ...rules, discounts }
  const totals = orderTotals(active, pricing)
  const cards = await findGiftCards(db, input.codes ?? [])
  const limits = { currency, pricing, methods: deliveryMethodsFor(shop, address), cards }
  return {
    ...quoteOf(lines, totals, limits, mostUnits(terms) ?? Number.POSITIVE_INFINITY),
    giftCards: cards.map(showPayment(shareAmongCards(cards, currency, totals.totalPrice), currency)),
    adjustments: adjustmentRows('', totals).map(adjustmentOf),
    discounts: [],
  }
}

const showPayment = (shares: CardShare[], currency: string) => (card: FoundGiftCard) => ({
  ...{ code: card.code, lastFour: card.lastFour, balance: fromCents(card.balanceCents) },
  amount: fromCents(shares.find(share => share.card === card.id)?.cents ?? 0),
  refusal: findCardRefusal(card, currency) ?? null,
})

/** A country is its name or its code. */
function placedAt(place: QuoteInput['place']) {
  if (!place) return undefined
  const code = countryCodeOf(place.country) ?? place.country.toUpperCase()
  return withPostal({ country: COUNTRIES[code] ?? place.country, state: place.state ?? '' })
}
