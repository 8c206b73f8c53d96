import type { ShopSettings } from '@mela/contract'
import { button, paragraph } from '../platform/mail/parts.ts'
import { greeting } from './greeting.ts'
import type { Draft } from './layout.ts'

export function passwordChanged({
  firstName,
  shop,
  forgotUrl,
}: {
  firstName: string
  shop: ShopSettings
  forgotUrl: string
}): Draft {
  return {
    subject: `Your password at ${shop.name} was changed`,
    preview: 'If that was not you, reset it now.',
    heading: 'Your password was changed.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph('The password of your account is a new one, and every other browser has been signed out.'),
      paragraph(`If that was you, all is well. If not, reset it now and write to us at ${shop.email}.`),
      button('Reset my password', forgotUrl),
    ],
    reason: 'You get this because the password of your account was changed.',
  }
}
