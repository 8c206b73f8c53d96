import type { ShopSettings } from '@mela/contract'
import { button, paragraph, smallPrint, spelledOut } from '../platform/mail/parts.ts'
import { greeting } from './greeting.ts'
import type { Draft } from './layout.ts'

interface PasswordResetProps {
  firstName: string
  shop: ShopSettings
  resetUrl: string
  /** The account has moved, and gets this address back. */
  isFormerAddress: boolean
  /** The link is valid for a day, otherwise for half an hour. */
  lastsADay: boolean
}

export function passwordReset({ firstName, shop, resetUrl, isFormerAddress, lastsADay }: PasswordResetProps): Draft {
  const lasts = `The link works once, for ${lastsADay ? '24 hours, as this address was never confirmed' : '30 minutes'}.`
  return {
    subject: `Choose a new password for ${shop.name}`,
    preview: lasts,
    heading: 'Choose a new password.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph('Somebody, hopefully you, asked to reset the password of your account.'),
      ...(isFormerAddress ? [paragraph(givesBack)] : []),
      button('Choose a new password', resetUrl),
      spelledOut(resetUrl),
      smallPrint(`${lasts} If you did not ask for it, leave it alone: your password stays as it is.`),
    ],
    reason: 'You get this because a password reset was asked for with this address.',
  }
}

const givesBack =
  'Its address was changed a few days ago, without the password being entered. A new password, chosen here, also gives your account this address back and signs out every device.'
