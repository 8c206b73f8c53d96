import { dropUnsaved } from '../../../lib/browser/unsaved.ts'
import { forgetUser } from '../../../lib/current-user.ts'
import { chooseAddress } from './cart.store.ts'

/** On a shared computer the items stay, the person goes (B113). */
export function forgetVisitor() {
  forgetUser()
  dropUnsaved()
  chooseAddress(null)
}
