import { SHOP } from '@mela/contract'
import { greeting } from '../greeting.ts'
import type { Draft } from '../layout.ts'
import { button, paragraph, smallPrint, spelledOut } from '../parts.ts'

export function confirmEmail({ firstName, confirmUrl }: { firstName: string; confirmUrl: string }): Draft {
  return {
    subject: `Confirm your address at ${SHOP.name}`,
    preview: 'One press, and emails about your orders find you.',
    heading: 'Is this address yours?',
    parts: [
      paragraph(greeting(firstName)),
      paragraph(`One press tells us that emails from ${SHOP.name} reach you here.`),
      button('Confirm this address', confirmUrl),
      spelledOut(confirmUrl),
      smallPrint(
        'The link works for seven days. If you have no account with us, leave it alone: nothing happens then.',
      ),
    ],
    reason: 'You get this because an account uses this address.',
  }
}
