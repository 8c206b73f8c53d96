import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { countriesQuery } from '../../../lib/countries.ts'
import { durationText } from '../../../lib/format/duration.ts'
import { currencyInFull } from '../../../lib/format/format.ts'
import { load } from '../../../lib/page-data.ts'
import { usePrice, useShop } from '../../../lib/shop.ts'
import { shopTermsQuery } from '../../../lib/shop-terms.ts'
import { CANCELLING } from './cancelling.ts'
import { inTown } from './in-town.ts'
import { PrivacyText, privacyUpdated } from './privacy-text.tsx'
import { TextPage } from './text-page.tsx'
import { TextSection } from './text-section.tsx'

export async function loadTermsPage(args: LoaderFunctionArgs) {
  await load(args, shopTermsQuery())
  await load(args, countriesQuery())
  return null
}

export function TermsPage() {
  const shop = useShop()
  const price = usePrice()
  const methods = shop.zones.flatMap(zone => zone.methods)
  const only = methods.length === 1 && methods[0]?.steps.length === 0 ? methods[0] : undefined
  const limit = only?.freeAbove ?? undefined
  const ratesDiffer = shop.taxRates.length > 0 ? ', at the rate of the address that we deliver to' : ''
  const { data: terms } = useQuery(shopTermsQuery())
  const { data: countries = [] } = useQuery(countriesQuery())
  const names = countries.map(({ name }) => name)
  const soldTo = names.length > 5 ? `${names.length} countries, which the address form lists` : listed(names)

  return (
    <TextPage
      title="Terms of Service"
      description={`How buying from ${shop.name} works: ordering, prices, tax and shipping, delivery, returns and refunds, reviews.`}
      updated={privacyUpdated}
    >
      <TextSection id="ordering" title="Ordering">
        <p>
          These terms hold between you and {shop.name} whenever you buy from us. What stands on a product page is an
          invitation; the contract is made when you place an order and we confirm it. We confirm only what is in stock,
          and the stock is kept for you from that moment.
        </p>
        <p>
          An order that is not paid {terms ? `within ${durationText(terms.orderSeconds)}` : 'in time'} is cancelled by
          itself, and its products are for sale again. {CANCELLING}
        </p>
      </TextSection>
      <TextSection id="prices" title="Prices, tax and shipping">
        <p>
          {`Prices are in ${currencyInFull(shop.currency)}. `}
          {shop.taxPercent}
          {`% ${shop.taxName ?? 'tax'} is ${shop.taxIncluded ? 'contained in' : 'added to'} the price of the items${shop.taxOnShipping ? ' and the shipping' : ''}${ratesDiffer}. ${limit === undefined ? 'What shipping costs depends on the address and the method.' : 'Shipping costs'}`}{' '}
          {only && limit !== undefined && (
            <>
              {price(only.price)}
              {` and is free when the items cost more than`} {price(limit)}
            </>
          )}
          {`${limit === undefined ? '' : '. '}The cart shows all of it before you order. If a price changes while something is in your cart, you see the new one before you pay.`}
        </p>
      </TextSection>
      <TextSection id="delivery" title="Delivery">
        <p>
          We ship{inTown(' from ', shop)} to addresses in {soldTo}. Please give a phone number that the carrier can
          reach: it is used for the delivery and for nothing else.
        </p>
      </TextSection>
      <TextSection id="returns" title="Returns and refunds">
        <p>
          If a product is faulty, or is not what its page says, write to us and we replace it or give the money back. A
          refund goes the way the payment came.
          {shop.returnDays && ` What you do not like goes back within ${shop.returnDays} days after its delivery.`}
        </p>
      </TextSection>
      <TextSection id="reviews" title="Reviews">
        <p>
          A review is your own opinion of a product. Please keep to the product. We remove what is unlawful or meant to
          hurt, and never a review for being critical.
        </p>
      </TextSection>
      <div className="grid gap-3 border-line border-t pt-10">
        <p className="type-eyebrow text-ink-2">Privacy Policy</p>
      </div>
      <PrivacyText />
    </TextPage>
  )
}

const listed = (names: string[]) => names.join(', ').replace(/, ([^,]*)$/, ' and $1')
