import { type ShopSettings, UNDO_DAYS } from '@mela/contract'
import { button, type Part, paragraph, smallPrint, spelledOut } from '../platform/mail/parts.ts'
import { greeting } from './greeting.ts'
import type { Draft } from './layout.ts'

interface EmailChangedProps {
  firstName: string
  shop: ShopSettings
  /** Only a change that lacked the password can be undone. */
  restoreUrl: string | undefined
}

/** The previous address's reader does not learn the new one. */
export function emailChanged({ firstName, shop, restoreUrl }: EmailChangedProps): Draft {
  return {
    subject: `Your account at ${shop.name} has a new address`,
    preview: restoreUrl ? 'If that was not you, take your account back.' : 'If that was not you, tell us now.',
    heading: 'Your account moved to a new address.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph('Your account now uses another email address. You can no longer sign in with this one.'),
      ...(restoreUrl ? takeItBack(restoreUrl) : writeToUs(shop)),
    ],
    reason: 'You get this because your account used this address until now.',
  }
}

const takeItBack = (url: string): Part[] => [
  paragraph(
    'If that was you, there is nothing to do. If not, somebody else may be in your account: take it back. It gets this address again, and every device is signed out.',
  ),
  button('Take my account back', url),
  spelledOut(url),
  smallPrint(
    `The link works for ${UNDO_DAYS} days, even if the address is changed again. Until then we also write here when a new password is asked for.`,
  ),
]

const writeToUs = (shop: ShopSettings): Part[] => [
  paragraph(
    `If that was you, there is nothing to do. If not, somebody else may be in your account: write to ${shop.email} from this address, and we will close the door and give the account back to you.`,
  ),
  button('Write to us', `mailto:${shop.email}?subject=${encodeURIComponent('My account was taken over')}`),
]
