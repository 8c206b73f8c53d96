import { SHOP } from '@mela/contract'
import { greeting } from '../greeting.ts'
import type { Draft } from '../layout.ts'
import { button, paragraph, smallPrint, spelledOut } from '../parts.ts'

export function passwordReset({ firstName, resetUrl }: { firstName: string; resetUrl: string }): Draft {
  return {
    subject: `Choose a new password for ${SHOP.name}`,
    preview: 'The link works once, for 30 minutes.',
    heading: 'Choose a new password.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph('Somebody, hopefully you, asked to reset the password of your account.'),
      button('Choose a new password', resetUrl),
      spelledOut(resetUrl),
      smallPrint(
        'The link works once, for 30 minutes. If you did not ask for it, leave it alone: your password stays as it is.',
      ),
    ],
    reason: 'You get this because a password reset was asked for with this address.',
  }
}
