import { chooseAddress } from '../features/cart/cart.store.ts'
import { forgetUser } from '../lib/current-user.ts'
import { dropUnsaved } from '../lib/unsaved.ts'

/** On a shared computer the items stay, the person goes (B113). */
export function forgetVisitor() {
  forgetUser()
  dropUnsaved()
  chooseAddress(null)
}
