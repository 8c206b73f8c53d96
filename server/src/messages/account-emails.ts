import { type ShopSettings, UNDO_DAYS } from '@mela/contract'
import { button, type Part, paragraph, smallPrint, spelledOut } from '../platform/mail/parts.ts'
import type { Draft } from './layout.ts'

interface Facts {
  firstName: string
  shop: ShopSettings
}

export function welcome({ firstName, shop, confirmUrl }: Facts & { confirmUrl: string }): Draft {
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

export function confirmEmail({
  firstName,
  shop,
  confirmUrl,
  isMove,
}: Facts & { confirmUrl: string; isMove: boolean }): Draft {
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

/** The reader does not learn the new address. Only a change that lacked the password can be undone. */
export function emailChanged({ firstName, shop, restoreUrl }: Facts & { restoreUrl: string | undefined }): Draft {
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

export function passwordChanged({ firstName, shop, forgotUrl }: SecurityEmailFacts): Draft {
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

interface PasswordResetFacts extends Facts {
  resetUrl: string
  /** The account has moved, and gets this address back. */
  isFormerAddress: boolean
  /** The link is valid for a day, otherwise for half an hour. */
  lastsADay: boolean
}

export function passwordReset({ firstName, shop, resetUrl, isFormerAddress, lastsADay }: PasswordResetFacts): Draft {
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

interface SecurityEmailFacts extends Facts {
  forgotUrl: string
}

function securityEmail(
  { firstName, shop, forgotUrl }: SecurityEmailFacts,
  { text, ...words }: Omit<Draft, 'parts'> & { text: string },
): Draft {
  const ifNot = `If that was you, all is well. If not, reset your password now and write to us at ${shop.email}.`
  const parts = [
    paragraph(greeting(firstName)),
    paragraph(text),
    paragraph(ifNot),
    button('Reset my password', forgotUrl),
  ]
  return { ...words, parts }
}

export const twoFactorOn = (facts: SecurityEmailFacts) =>
  securityEmail(facts, {
    subject: `Two-factor sign-in at ${facts.shop.name} is on`,
    preview: 'Signing in takes a code from your authenticator app from now on.',
    heading: 'Two-factor sign-in is on.',
    text: 'Signing in to your account takes a code from your authenticator app from now on, and every other device has been signed out. Keep your recovery codes where you find them without your phone.',
    reason: 'You get this because two-factor sign-in was turned on for your account.',
  })

export const twoFactorOff = (facts: SecurityEmailFacts) =>
  securityEmail(facts, {
    subject: `Two-factor sign-in at ${facts.shop.name} is off`,
    preview: 'If that was not you, reset your password now.',
    heading: 'Two-factor sign-in is off.',
    text: 'Your password alone opens your account again, and the recovery codes stopped working.',
    reason: 'You get this because two-factor sign-in was turned off for your account.',
  })

export const recoveryCodeUsed = ({ left, ...facts }: SecurityEmailFacts & { left: number }) =>
  securityEmail(facts, {
    subject: `A recovery code was used at ${facts.shop.name}`,
    preview: `You have ${codes(left)} left.`,
    heading: 'A recovery code was used.',
    text: `A recovery code of your account was used in place of a code from your authenticator app. It does not work again; you have ${codes(left)} left. New ones can be made on your profile, under Security.`,
    reason: 'You get this because a recovery code of your account was used.',
  })

const codes = (count: number) =>
  count === 0 ? 'no recovery code' : `${count} recovery ${count === 1 ? 'code' : 'codes'}`

export function accountClosed({ firstName, shop, reopenUrl }: Facts & { reopenUrl: string }): Draft {
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

/** Anyone can register with any address, so a name that could be an advertisement is not repeated to its reader. */
const isPlain = (name: string) => /^[\p{L}\p{M}'’ -]{1,30}$/u.test(name)

export const greeting = (firstName: string): string => (isPlain(firstName) ? `Hello ${firstName},` : 'Hello,')

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return isPlain(firstName) && isPlain(lastName) ? `${firstName} ${lastName}` : ''
}
