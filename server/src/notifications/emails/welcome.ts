import { SHOP } from '@mela/contract'
import type { Draft } from '../../mail/layout.ts'
import { button, paragraph, smallPrint, spelledOut } from '../../mail/parts.ts'
import { greeting } from '../greeting.ts'

export function welcome({ firstName, confirmUrl }: { firstName: string; confirmUrl: string }): Draft {
  return {
    subject: `Welcome to ${SHOP.name}`,
    preview: 'Your account is open. One press confirms that this address is yours.',
    heading: 'Welcome to the fair.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph(
        `Your account at ${SHOP.name} is open. Your orders and addresses wait for you there, and your cart stays where it is.`,
      ),
      paragraph('Please confirm that this address is yours, so that emails about your orders find you.'),
      button('Confirm this address', confirmUrl),
      spelledOut(confirmUrl),
      smallPrint('The link works for seven days. If it was not you who opened this account, leave it alone.'),
    ],
    reason: 'You get this because an account was opened with this address.',
  }
}
