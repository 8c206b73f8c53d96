import { paths, type ShopSettings, staffPaths, UNDO_DAYS } from '@mela/contract'
import { findFirstChange } from '../people/email-rows.ts'
import { issueToken } from '../people/tokens.ts'
import { findClosed } from '../people/users.ts'
import type { Database } from '../platform/database/database.ts'
import { isConfirmed } from '../platform/mail/email-limits.ts'
import { html } from '../platform/mail/html.ts'
import type { Email } from '../platform/mail/outbox.ts'
import type { Env } from '../platform/runtime/env.ts'
import { button, type Draft, type Part, smallPrint } from './layout.ts'

interface Facts {
  db: Database
  env: Env
  shop: ShopSettings
  /** An email that is rendered again keeps its id. */
  emailId: string
  /** The account has had enough links of this purpose. */
  onEnough(): void
  user: { id: string; email: string; isActive: boolean }
}

type AccountEmail = Exclude<Extract<Email, { user: string }>, { kind: 'cart-reminder' | 'unpaid-reminder' }>

/** Undefined when the email must not be sent any more. */
export async function draftForUser(facts: Facts, email: AccountEmail): Promise<Draft | undefined> {
  const { db, user } = facts
  switch (email.kind) {
    case 'welcome':
    case 'confirm-email': {
      const confirmUrl = user.isActive && (await linkFor(facts, 'confirm-email'))
      if (!confirmUrl) return undefined
      if (email.kind === 'welcome') return welcome(facts, confirmUrl)
      return confirmEmail(facts, confirmUrl, await hasOtherAddress(facts))
    }
    case 'password-reset': {
      if (!user.isActive || !mayReset(facts)) return undefined
      // Another person can use up the day's emails to an unconfirmed address, so their links stay valid for the day.
      const lastsADay = !(await isConfirmed(db, user.email))
      const resetUrl = await linkFor(facts, 'password-reset', lastsADay ? DAY_SECONDS : undefined)
      if (!resetUrl) return undefined
      return passwordReset(facts, resetUrl, { isFormerAddress: await hasOtherAddress(facts), lastsADay })
    }
    case 'email-changed': {
      const change = await findFirstChange(db, user.id, user.email)
      return emailChanged(facts, change && (await linkFor(facts, 'restore-email')))
    }
    case 'account-closed': {
      const reopenUrl = (await findClosed(db, user.id)) && (await linkFor(facts, 'reopen-account'))
      return reopenUrl ? accountClosed(facts, reopenUrl) : undefined
    }
    case 'recovery-code-used':
      return securityEmail(facts, recoveryCodeUsed(facts.shop.name, email.left))
    case 'admin-appointed': {
      const appointed = db.selectFrom('users').select('email').where('id', '=', email.appointed)
      return adminAppointed(facts, (await appointed.executeTakeFirstOrThrow()).email)
    }
    default:
      return securityEmail(facts, securityWords[email.kind](facts.shop.name))
  }
}

/** The email goes to an address that the account has no more, or not yet. */
async function hasOtherAddress({ db, user: { id, email } }: Facts): Promise<boolean> {
  const present = db.selectFrom('users').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  return (await present.where('email', '=', email).executeTakeFirst()) === undefined
}

/** The demo admin keeps its public password. */
const mayReset = ({ env: { mode, demoAdmin }, user }: Facts) => mode !== 'demo' || user.email !== demoAdmin.email

const addressOf = ({ publicUrl }: Env, path: string) => new URL(path, publicUrl).href

async function linkFor({ db, env, user, emailId, onEnough }: Facts, purpose: keyof typeof PAGES, seconds?: number) {
  const token = await issueToken(db, { user, purpose, emailId, seconds })
  if (!token) onEnough()
  return token && addressOf(env, `${PAGES[purpose]}?token=${token}`)
}

const PAGES = {
  'confirm-email': paths.confirmEmail,
  'password-reset': paths.resetPassword,
  'restore-email': paths.restoreEmail,
  'reopen-account': paths.reopenAccount,
} as const

const DAY_SECONDS = 24 * 3600

function welcome({ shop }: Facts, confirmUrl: string): Draft {
  return {
    subject: `Welcome to ${shop.name}`,
    preview: 'Your account is open. One press confirms that this address is yours.',
    heading: 'Good to have you here.',
    parts: [
      `Your account at ${shop.name} is open. Your orders and addresses wait for you there, and your cart stays where it is.`,
      'Please confirm that this address is yours: emails about your orders then find you, and orders that you placed as a guest appear in your account.',
      spelledButton('Confirm this address', confirmUrl),
      smallPrint('The link works for seven days. If it was not you who opened this account, leave it alone.'),
    ],
    reason: 'You get this because an account was opened with this address.',
  }
}

function confirmEmail({ shop }: Facts, confirmUrl: string, isMove: boolean): Draft {
  return {
    subject: `Confirm your address at ${shop.name}`,
    preview: 'One press, and emails about your orders find you.',
    heading: 'Is this address yours?',
    parts: [
      isMove
        ? `One press, and your account at ${shop.name} uses this address. Until then it keeps the one it has.`
        : `One press tells us that emails from ${shop.name} reach you here.`,
      spelledButton('Confirm this address', confirmUrl),
      smallPrint(
        'The link works for seven days. If you have no account with us, leave it alone: nothing happens then.',
      ),
    ],
    reason: `You get this because an account ${isMove ? 'wants to use' : 'uses'} this address.`,
  }
}

/** The reader does not learn the new address. Only a change that lacked the password can be undone. */
function emailChanged({ shop }: Facts, restoreUrl: string | undefined): Draft {
  return {
    subject: `Your account at ${shop.name} has a new address`,
    preview: restoreUrl ? 'If that was not you, take your account back.' : 'If that was not you, tell us now.',
    heading: 'Your account moved to a new address.',
    parts: [
      'Your account now uses another email address. You can no longer sign in with this one.',
      ...(restoreUrl ? takeItBack(restoreUrl) : writeToUs(shop)),
    ],
    reason: 'You get this because your account used this address until now.',
  }
}

const takeItBack = (url: string): Draft['parts'] => [
  'If that was you, there is nothing to do. If not, somebody else may be in your account: take it back. It gets this address again, and every device is signed out.',
  spelledButton('Take my account back', url),
  smallPrint(
    `The link works for ${UNDO_DAYS} days, even if the address is changed again. Until then we also write here when a new password is asked for.`,
  ),
]

const writeToUs = ({ email }: ShopSettings): Draft['parts'] => [
  `If that was you, there is nothing to do. If not, somebody else may be in your account: write to ${email} from this address, and we will close the door and give the account back to you.`,
  button('Write to us', `mailto:${email}?subject=${encodeURIComponent('My account was taken over')}`),
]

/** `isFormerAddress`: the account has moved, and gets this address back. A link lasts a day, or half an hour. */
function passwordReset(
  { shop }: Facts,
  resetUrl: string,
  { isFormerAddress, lastsADay }: { isFormerAddress: boolean; lastsADay: boolean },
): Draft {
  const lasts = `The link works once, for ${lastsADay ? '24 hours, as this address was never confirmed' : '30 minutes'}.`
  return {
    subject: `Choose a new password for ${shop.name}`,
    preview: lasts,
    heading: 'Choose a new password.',
    parts: [
      'Somebody, hopefully you, asked to reset the password of your account.',
      ...(isFormerAddress ? [givesBack] : []),
      spelledButton('Choose a new password', resetUrl),
      smallPrint(`${lasts} If you did not ask for it, leave it alone: your password stays as it is.`),
    ],
    reason: 'You get this because a password reset was asked for with this address.',
  }
}

const givesBack =
  'Its address was changed a few days ago, without the password being entered. A new password, chosen here, also gives your account this address back and signs out every device.'

interface SecurityWords extends Omit<Draft, 'parts'> {
  text: string
  reset?: string
}

function securityEmail({ env, shop }: Facts, { text, reset = 'reset your password', ...words }: SecurityWords): Draft {
  const ifNot = `If that was you, all is well. If not, ${reset} now and write to us at ${shop.email}.`
  const forgotUrl = addressOf(env, paths.forgotPassword)
  return { ...words, parts: [text, ifNot, button('Reset my password', forgotUrl)] }
}

const securityWords: Record<'password-changed' | 'two-factor-on' | 'two-factor-off', (shop: string) => SecurityWords> =
  {
    'password-changed': shop => ({
      subject: `Your password at ${shop} was changed`,
      preview: 'If that was not you, reset it now.',
      heading: 'Your password was changed.',
      text: 'The password of your account is a new one, and every other browser has been signed out.',
      reset: 'reset it',
      reason: 'You get this because the password of your account was changed.',
    }),
    'two-factor-on': shop => ({
      subject: `Two-factor sign-in at ${shop} is on`,
      preview: 'Signing in takes a code from your authenticator app from now on.',
      heading: 'Two-factor sign-in is on.',
      text: 'Signing in to your account takes a code from your authenticator app from now on, and every other device has been signed out. Keep your recovery codes where you find them without your phone.',
      reason: 'You get this because two-factor sign-in was turned on for your account.',
    }),
    'two-factor-off': shop => ({
      subject: `Two-factor sign-in at ${shop} is off`,
      preview: 'If that was not you, reset your password now.',
      heading: 'Two-factor sign-in is off.',
      text: 'Your password alone opens your account again, and the recovery codes stopped working.',
      reason: 'You get this because two-factor sign-in was turned off for your account.',
    }),
  }

function recoveryCodeUsed(shop: string, left: number): SecurityWords {
  const codes = left === 0 ? 'no recovery code' : `${left} recovery ${left === 1 ? 'code' : 'codes'}`
  return {
    subject: `A recovery code was used at ${shop}`,
    preview: `You have ${codes} left.`,
    heading: 'A recovery code was used.',
    text: `A recovery code of your account was used in place of a code from your authenticator app. It does not work again; you have ${codes} left. New ones can be made on your profile, under Security.`,
    reason: 'You get this because a recovery code of your account was used.',
  }
}

function adminAppointed({ env, shop }: Facts, appointed: string): Draft {
  return {
    subject: `${shop.name} has a new admin`,
    preview: `${appointed} may use everything in the dashboard.`,
    heading: 'There is a new admin.',
    parts: [
      `${appointed} was made an admin of ${shop.name}, and may use everything in the dashboard.`,
      'If no admin of yours did this, somebody else may be using an admin’s account: take the role away, and choose new passwords.',
      button('Show staff', addressOf(env, staffPaths.staff)),
    ],
    reason: 'You get this because you are an admin of this shop.',
  }
}

function accountClosed({ shop }: Facts, reopenUrl: string): Draft {
  return {
    subject: `Your account at ${shop.name} was closed`,
    preview: `If that was not you, open it again within ${UNDO_DAYS} days.`,
    heading: 'Your account is closed.',
    parts: [
      `Your account was deleted without its password being entered. It is closed now, and ${UNDO_DAYS} days after that it is erased for good.`,
      'If that was you, there is nothing to do. If not, open it again: nothing in it is erased until then.',
      spelledButton('Open my account again', reopenUrl),
      smallPrint('The link works until the account is erased, or until a new account is opened with this address.'),
    ],
    reason: 'You get this because your account uses this address, or used it until a few days ago.',
  }
}

/** Some programs show no buttons, so the address is spelled out. */
const spelledButton = (label: string, url: string): Part => ({
  ...button(label, url),
  html: html`${button(label, url).html}<p class="quiet small url">Or open this address: <a href="${url}">${url}</a></p>`,
})
