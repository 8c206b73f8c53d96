import { type ShopSettings, UNDO_DAYS } from '@mela/contract'
import { button, paragraph, smallPrint, spelledOut } from '../platform/mail/parts.ts'
import { greeting } from './greeting.ts'
import type { Draft } from './layout.ts'

export function accountClosed({
  firstName,
  shop,
  reopenUrl,
}: {
  firstName: string
  shop: ShopSettings
  reopenUrl: string
}): Draft {
  return {
    subject: `Your account at ${shop.name} was closed`,
    preview: `If that was not you, open it again within ${UNDO_DAYS} days.`,
    heading: 'Your account is closed.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph(
        `Your account was deleted without its password being entered. It is closed now, and ${UNDO_DAYS} days after that it is erased for good.`,
      ),
      paragraph('If that was you, there is nothing to do. If not, open it again: nothing in it is erased until then.'),
      button('Open my account again', reopenUrl),
      spelledOut(reopenUrl),
      smallPrint('The link works until the account is erased, or until a new account is opened with this address.'),
    ],
    reason: 'You get this because your account uses this address, or used it until a few days ago.',
  }
}
