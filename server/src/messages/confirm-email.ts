import type { ShopSettings } from '@mela/contract'
import { button, paragraph, smallPrint, spelledOut } from '../platform/mail/parts.ts'
import { greeting } from './greeting.ts'
import type { Draft } from './layout.ts'

interface ConfirmEmailProps {
  firstName: string
  shop: ShopSettings
  confirmUrl: string
  isMove: boolean
}

export function confirmEmail({ firstName, shop, confirmUrl, isMove }: ConfirmEmailProps): Draft {
  return {
    subject: `Confirm your address at ${shop.name}`,
    preview: 'One press, and emails about your orders find you.',
    heading: 'Is this address yours?',
    parts: [
      paragraph(greeting(firstName)),
      paragraph(
        isMove
          ? `One press, and your account at ${shop.name} uses this address. Until then it keeps the one it has.`
          : `One press tells us that emails from ${shop.name} reach you here.`,
      ),
      button('Confirm this address', confirmUrl),
      spelledOut(confirmUrl),
      smallPrint(
        'The link works for seven days. If you have no account with us, leave it alone: nothing happens then.',
      ),
    ],
    reason: `You get this because an account ${isMove ? 'wants to use' : 'uses'} this address.`,
  }
}
