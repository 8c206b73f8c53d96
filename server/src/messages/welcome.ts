import type { ShopSettings } from '@mela/contract'
import { button, paragraph, smallPrint, spelledOut } from '../platform/mail/parts.ts'
import { greeting } from './greeting.ts'
import type { Draft } from './layout.ts'

export function welcome({
  firstName,
  shop,
  confirmUrl,
}: {
  firstName: string
  shop: ShopSettings
  confirmUrl: string
}): Draft {
  return {
    subject: `Welcome to ${shop.name}`,
    preview: 'Your account is open. One press confirms that this address is yours.',
    heading: 'Good to have you here.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph(
        `Your account at ${shop.name} is open. Your orders and addresses wait for you there, and your cart stays where it is.`,
      ),
      paragraph('Please confirm that this address is yours, so that emails about your orders find you.'),
      button('Confirm this address', confirmUrl),
      spelledOut(confirmUrl),
      smallPrint('The link works for seven days. If it was not you who opened this account, leave it alone.'),
    ],
    reason: 'You get this because an account was opened with this address.',
  }
}
