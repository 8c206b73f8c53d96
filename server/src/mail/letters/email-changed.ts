import { SHOP } from '@mela/contract'
import { greeting } from '../greeting.ts'
import type { Draft } from '../layout.ts'
import { button, paragraph } from '../parts.ts'

/** To the address from before; the new one is not told to whoever reads there. */
export function emailChanged({ firstName }: { firstName: string }): Draft {
  return {
    subject: `Your account at ${SHOP.name} has a new address`,
    preview: 'If that was not you, tell us now.',
    heading: 'Your account moved to a new address.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph('Your account now uses another e-mail address. You can no longer sign in with this one.'),
      paragraph(
        `If that was you, there is nothing to do. If not, somebody else may be in your account: write to ${SHOP.email} from this address, and we will close the door and give the account back to you.`,
      ),
      button('Write to us', `mailto:${SHOP.email}?subject=${encodeURIComponent('My account was taken over')}`),
    ],
    reason: 'You get this because your account used this address until now.',
  }
}
