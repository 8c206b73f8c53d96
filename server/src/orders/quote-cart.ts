import {
  type CartQuote,
  COUNTRIES,
  countryCodeOf,
  deliveryMethodsFor,
  feeRuleOf,
  fromCents,
  orderTotals,
  pricingOf,
  type QuoteInput,
  sourceOf,
  sumOf,
} from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { withPostal } from '../shop/check-address.ts'
import { mostUnits, type OrderTerms } from '../shop/order-terms.ts'
import { findTaxExemption } from './check-buyer.ts'
import { findOffers } from './discounts/find-offers.ts'
import { type CodeCaller, lookUpCodes } from './discounts/look-up-codes.ts'
import { type FoundGiftCard, findCardRefusal, findGiftCards, shareAmongCards } from './gift-cards/find-gift-cards.ts'
import type { CardShare } from './gift-cards/gift-card-ledger.ts'
import { chooseVariants, findVariants } from './priced-variants.ts'
import { applyOffers, mergeLines, priceLines, quoteOf, refusedCode } from './quote.ts'
import { adjustmentOf, adjustmentRows } from './read-orders.ts'

/** Prices a cart by the functions that price an order: choose variants → price lines → apply discounts → quote. */
export async function quoteCart(
  db: Database,
  terms: OrderTerms,
  caller: CodeCaller,
  input: QuoteInput,
): Promise<CartQuote> {
  const { shop } = terms
  const { currency } = shop
  const address = placedAt(input.place)
  const wanted = await chooseVariants(db, mergeLines(input.products))
  const lines = priceLines(wanted, await findVariants(db, wanted))
  const active = lines.filter(({ product }) => product.isActive)
  const exemption = address && (await findTaxExemption(shop, address, input, billedAt(input)))
  const { userId } = caller
  const customer = { userId, guestEmail: userId === undefined ? input.email : undefined }
  const { known: codes, refused: unknown, hidesPast } = await lookUpCodes(db, { ...caller, ...customer }, input.codes)
  const found = await findOffers(db, { lines: active, codes, hidesPast, ...customer })
  const cards = await findGiftCards(db, codes, active)
  const known = { currency, offers: found, cards, ...feeRuleOf(terms.payments, input.gateway) }
  function priceBy(method: string | undefined) {
    const chosen = applyOffers(active, pricingOf(shop, address, method, exemption), known)
    return { ...chosen, totals: orderTotals(active, chosen.pricing) }
  }
  const { offers, refused, pricing, totals } = priceBy(input.deliveryMethod)
  const limits = { currency, pricing, methods: deliveryMethodsFor(shop, address), cards }
  return {
    ...quoteOf(lines, totals, limits, mostUnits(terms) ?? Number.POSITIVE_INFINITY, ({ name }) => priceBy(name).totals),
    giftCards: cards.map(showPayment(shareAmongCards(cards, currency, totals.totalPrice), currency)),
    adjustments: adjustmentRows('', totals).map(adjustmentOf),
    discounts: [
      ...offers.map(({ id, name, code }) => {
        const rows = totals.adjustments.filter(({ source }) => source === sourceOf(id))
        const amount = fromCents(-sumOf(rows.map(({ cents }) => cents)))
        return { code, source: sourceOf(id), label: name, amount, refusal: null }
      }),
      ...[...refused, ...unknown].map(refusedCode),
    ],
  }
}

const showPayment = (shares: CardShare[], currency: string) => (card: FoundGiftCard) => ({
  ...{ code: card.code, lastFour: card.lastFour, balance: fromCents(card.balanceCents) },
  amount: fromCents(shares.find(share => share.card === card.id)?.cents ?? 0),
  refusal: findCardRefusal(card, currency) ?? null,
})

const billedAt = ({ billingCountry: country }: QuoteInput) => placedAt(country === undefined ? undefined : { country })

/** A country is its name or its code. */
function placedAt(place: QuoteInput['place']) {
  if (!place) return undefined
  const code = countryCodeOf(place.country) ?? place.country.toUpperCase()
  return withPostal({ country: COUNTRIES[code] ?? place.country, state: place.state ?? '' })
}
