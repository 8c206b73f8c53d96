import { forgetUser } from '../../lib/current-user.ts'
import { forgetUnsaved } from '../../lib/unsaved.ts'
import { chooseAddress } from '../cart/cart.store.ts'

/** Removes the user's data after sign-out on a shared computer; the cart loses its address and keeps its items. */
export function forgetVisitor() {
  forgetUser()
  forgetUnsaved()
  chooseAddress(null)
}
