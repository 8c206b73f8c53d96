import { chooseAddress } from '../features/cart/cart.store.ts'
import { forgetUser } from '../lib/current-user.ts'

/** On a shared computer the items stay, the person goes (B113). */
export function forgetVisitor() {
  forgetUser()
  chooseAddress(null)
}
