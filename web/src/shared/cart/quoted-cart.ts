import { effectivePrice, type PricingContext, type QuoteInput } from '@mela/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useGuest } from '../session/guest.store.ts'
import { type CartItem, isAvailable } from './cart.store.ts'
import { usePricedCart } from './cart-amounts.ts'

const quoteQuery = (body: QuoteInput) =>
  queryOptions({
    queryKey: ['quotes', body],
    queryFn: async () => (await call('POST /quotes', { body })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

type QuoteChoices = Pick<
  QuoteInput,
  'deliveryMethod' | 'gateway' | 'codes' | 'company' | 'taxNumber' | 'billingCountry'
>

/**
 * The cart at the server's price, which knows discounts and classes of tax. The browser's own price stands in for it
 * until it is there, and where it is not.
 */
export function useQuotedCart(choices: QuoteChoices, fee?: PricingContext['fee']) {
  const { cart, summary, ...priced } = usePricedCart(choices.deliveryMethod, fee)
  const items = cart.items.filter(({ product }) => isAvailable(product))
  const { address } = cart
  const place = address && { country: address.country, state: address.state, pinCode: address.pinCode }
  const user = useCurrentUser()
  const guest = useGuest()
  const email = !user && guest?.email
  const body = { products: items.map(lineToQuote), ...(place && { place }), ...choices, ...(email && { email }) }
  const query = useQuery({ ...quoteQuery(body), enabled: items.length > 0 })
  const quote = items.length > 0 ? query.data : undefined
  if (!quote || !summary.isDelivered) return { ...priced, cart, summary, query, quote: undefined }

  const { subTotal, savedAmount, shippingAmount, taxAmount, totalAmount, currency, adjustments } = quote
  const { giftCardAmount, amountToPay } = quote
  const amounts = { subTotal, savedAmount, shippingAmount, taxAmount, totalAmount, giftCardAmount, amountToPay }
  const products = quote.products
    .filter(({ isActive }) => isActive)
    .map(({ name, ...line }) => ({ ...line, product: { name } }))
  const order = { ...amounts, currency, adjustments, products, giftCards: quote.giftCards }
  return { ...priced, cart: { ...cart, totalPrice: totalAmount }, summary: { ...summary, order }, query, quote }
}

export function lineToQuote({ product, quantity }: CartItem): QuoteInput['products'][number] {
  const variant = product.variant?._id
  return { product: product._id, ...(variant && { variant }), price: effectivePrice(product), quantity }
}
