import { type CartQuote, deliveryMethodOf, effectivePrice, type PricingContext, type QuoteInput } from '@mela/contract'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useGuest } from '../session/guest.store.ts'
import { type CartItem, isAvailable } from './cart.store.ts'
import { usePricedCart } from './cart-amounts.ts'

/** Several parts of a page show one price, each after a pause of its own. */
const FRESH_MS = 1000

const quoteQuery = (body: QuoteInput) =>
  queryOptions({
    queryKey: ['quotes', body],
    queryFn: async () => (await call('POST /quotes', { body })).data,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  })

type QuoteChoices = Pick<
  QuoteInput,
  'deliveryMethod' | 'gateway' | 'codes' | 'company' | 'taxNumber' | 'billingCountry'
>

/** Company and tax number are typed, and each key would ask. */
const TYPING_MS = 300

/**
 * The cart at the server's price, which knows discounts and classes of tax. The browser's own price stands in for it
 * until it is there, and where it is not.
 */
export function useQuotedCart({ company, taxNumber, ...choices }: QuoteChoices, fee?: PricingContext['fee']) {
  const queryClient = useQueryClient()
  const typed = JSON.stringify({ company, taxNumber })
  const asked = useDebounced(typed, { first: typed, pauseMs: TYPING_MS })
  const priced = usePricedCart(choices.deliveryMethod, fee)
  const items = priced.cart.items.filter(({ product }) => isAvailable(product))
  const { address } = priced.cart
  const place = address && { country: address.country, state: address.state, pinCode: address.pinCode }
  const user = useCurrentUser()
  const guest = useGuest()
  const email = !user && guest?.email
  const known = { products: items.map(lineToQuote), ...(place && { place }), ...choices, ...(email && { email }) }
  const query = useQuery({ ...quoteQuery({ ...known, ...JSON.parse(asked) }), enabled: items.length > 0 })
  const quote = items.length > 0 && priced.summary.isDelivered ? query.data : undefined
  const shown = quote ? atQuote(priced, quote) : priced
  const methodOf = (wanted: string | undefined) => shown.deliveries.find(({ name }) => name === wanted)
  // The chosen one is shown also while its price is on its way.
  const method = methodOf(choices.deliveryMethod) ?? methodOf(deliveryMethodOf(shown.summary.order.adjustments))
  /** Undefined where the server does not answer. */
  const quoteNow = () => queryClient.fetchQuery(quoteQuery({ ...known, company, taxNumber })).catch(() => undefined)
  return { ...shown, method, query, quote, quoteNow, isCurrent: asked === typed && !query.isFetching && !query.isError }
}

function atQuote({ cart, summary, deliveries }: ReturnType<typeof usePricedCart>, quote: CartQuote) {
  const products = quote.products
    .filter(({ isActive }) => isActive)
    .map(({ name, ...line }) => ({ ...line, product: { name } }))
  return {
    cart: { ...cart, totalPrice: quote.totalAmount },
    summary: { ...summary, order: { ...quote, products } },
    deliveries: deliveries.map(known => ({
      ...known,
      ...quote.deliveryMethods.find(({ name }) => name === known.name),
    })),
    goods: quote.goodsAmount,
  }
}

export function lineToQuote({ product, quantity }: CartItem): QuoteInput['products'][number] {
  const variant = product.variant?._id
  return { product: product._id, ...(variant && { variant }), price: effectivePrice(product), quantity }
}
