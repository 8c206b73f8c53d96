import { type BodyOf, type Calls, IDEMPOTENCY_HEADER } from '@mela/contract'
import type { Person, startShop } from '../../test/shop.ts'

/** What guests do, for tests. */
export function guestsOf(shop: ReturnType<typeof startShop>) {
  const anEmail = () => `${crypto.randomUUID()}@example.com`

  async function aGuestInput(
    given: Partial<BodyOf<Calls['POST /orders/guest']>> = {},
  ): Promise<BodyOf<Calls['POST /orders/guest']>> {
    const { id: product } = await shop.product()
    return { products: [{ product, quantity: 1 }], shippingAddress: shop.anAddress(), email: anEmail(), ...given }
  }

  const order = (input: BodyOf<Calls['POST /orders/guest']>, { key, as }: { key?: string; as?: Person } = {}) =>
    shop.post('/orders/guest', input, as, key ? { [IDEMPOTENCY_HEADER]: key } : undefined)

  /** The browser as the answer leaves it. */
  function browserOf({ cookies, data }: Awaited<ReturnType<typeof order>>): Person {
    const [session] = cookies
    return { id: data.user, cookie: `${session?.name}=${session?.value}` }
  }

  return {
    anEmail,
    aGuestInput,
    order,
    browserOf,

    /** A pending order, and the browser that placed it. */
    async aGuestOrder(given: Partial<BodyOf<Calls['POST /orders/guest']>> = {}) {
      const input = await aGuestInput(given)
      const answer = await order(input)
      return { guest: browserOf(answer), order: answer.data._id as string, email: input.email, input }
    },
  }
}
