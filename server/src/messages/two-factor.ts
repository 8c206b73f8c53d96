import type { ShopSettings } from '@mela/contract'
import { button, type Part, paragraph } from '../platform/mail/parts.ts'
import { greeting } from './greeting.ts'
import type { Draft } from './layout.ts'

interface SecurityEmailFacts {
  firstName: string
  shop: ShopSettings
  forgotUrl: string
}

export function twoFactorOn({ firstName, shop, forgotUrl }: SecurityEmailFacts): Draft {
  return {
    subject: `Two-factor sign-in at ${shop.name} is on`,
    preview: 'Signing in takes a code from your authenticator app from now on.',
    heading: 'Two-factor sign-in is on.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph(
        'Signing in to your account takes a code from your authenticator app from now on, and every other device has been signed out. Keep your recovery codes where you find them without your phone.',
      ),
      ...ifNot(shop, forgotUrl),
    ],
    reason: 'You get this because two-factor sign-in was turned on for your account.',
  }
}

export function twoFactorOff({ firstName, shop, forgotUrl }: SecurityEmailFacts): Draft {
  return {
    subject: `Two-factor sign-in at ${shop.name} is off`,
    preview: 'If that was not you, reset your password now.',
    heading: 'Two-factor sign-in is off.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph('Your password alone opens your account again, and the recovery codes stopped working.'),
      ...ifNot(shop, forgotUrl),
    ],
    reason: 'You get this because two-factor sign-in was turned off for your account.',
  }
}

export function recoveryCodeUsed({ firstName, shop, forgotUrl, left }: SecurityEmailFacts & { left: number }): Draft {
  return {
    subject: `A recovery code was used at ${shop.name}`,
    preview: `You have ${codes(left)} left.`,
    heading: 'A recovery code was used.',
    parts: [
      paragraph(greeting(firstName)),
      paragraph(
        `A recovery code of your account was used in place of a code from your authenticator app. It does not work again; you have ${codes(left)} left. New ones can be made on your profile, under Security.`,
      ),
      ...ifNot(shop, forgotUrl),
    ],
    reason: 'You get this because a recovery code of your account was used.',
  }
}

const codes = (count: number) =>
  count === 0 ? 'no recovery code' : `${count} recovery ${count === 1 ? 'code' : 'codes'}`

const ifNot = (shop: ShopSettings, forgotUrl: string): Part[] => [
  paragraph(`If that was you, all is well. If not, reset your password now and write to us at ${shop.email}.`),
  button('Reset my password', forgotUrl),
]
