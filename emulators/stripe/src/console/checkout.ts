import { issueFormToken, takeFormToken } from '@mela/emulator-base/form-tokens.ts'
import type { Html } from '@mela/emulator-base/html.ts'
import type { Answer, ApiRequest } from '@mela/emulator-base/http.ts'
import { pageAnswer } from '@mela/emulator-base/page.ts'
import { prefixOf } from '@mela/emulator-base/prefix.ts'
import { z } from 'zod'
import { askToConfirm, type Choice, DECLINED, tryToPay } from '../api/payments.ts'
import { findSession } from '../api/sessions.ts'
import type { Emulator } from '../base/emulator.ts'
import type { OpenedSession } from '../base/records.ts'
import { checkoutPage, noticePage } from './checkout-page.ts'

const choices: readonly string[] = ['pay', 'refuse', 'later', 'risky'] satisfies Choice[]

export function showCheckout(emulator: Emulator, { query, headers }: ApiRequest): Answer {
  const session = findSession(emulator, query.get('session') ?? '')
  if (session?.body.status !== 'open') return closedPage(session, headers)
  return payPage(emulator, session)
}

const buyer = z.object({
  email: z.email().max(254),
  card: z
    .string()
    .regex(/^\d{4}$/)
    .default('4242'),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('IN'),
  name: z.string().min(1).max(200).optional(),
  line1: z.string().min(1).max(200).optional(),
})

/** One form, one try: a second click of the same form changes nothing. */
export function decideCheckout(emulator: Emulator, { query, form, headers }: ApiRequest): Answer {
  const session = findSession(emulator, query.get('session') ?? '')
  const openedFor = takeFormToken(emulator, form)
  if (session?.body.status !== 'open') return closedPage(session, headers)
  if (openedFor !== session.body.id) return usedPage(session)

  const choice = form.get('choice') ?? ''
  if (choice === 'cancel') return leave(session.body.cancel_url ?? successUrl(session), headers)
  if (choice !== 'challenge' && !choices.includes(choice)) return usedPage(session)
  const given = buyer.safeParse(Object.fromEntries(form))
  if (!given.success)
    return payPage(
      emulator,
      session,
      'Enter an email address, four digits of a card, its country, and the address that is asked for.',
    )
  if (choice === 'challenge') {
    askToConfirm(emulator, session)
    return payPage(emulator, session, 'The bank asks you to confirm this payment: pay, or let it refuse.')
  }
  tryToPay(emulator, session, choice as Choice, given.data)
  if (choice === 'refuse') return payPage(emulator, session, `${DECLINED} Try another card.`)
  return leave(successUrl(session), headers)
}

function payPage(emulator: Emulator, session: OpenedSession, error?: string): Answer {
  const { brand } = emulator
  const email = session.body.customer_details?.email ?? 'buyer@example.com'
  const formToken = issueFormToken(emulator, session.body.id)
  return htmlAnswer(error ? 422 : 200, checkoutPage(session, { brand, formToken, email, error }), session)
}

function closedPage(session: OpenedSession | undefined, headers: ApiRequest['headers']): Answer {
  if (session?.body.status !== 'complete') {
    const text = 'It does not exist, or its time is over. No money has moved. Go back to the shop and start again.'
    return htmlAnswer(404, noticePage('This payment can no longer be made', text))
  }
  const back = { href: awayTo(successUrl(session), headers), label: 'Back to the shop' }
  return htmlAnswer(200, noticePage('This payment is made', 'There is nothing more to do here.', back))
}

function usedPage({ body }: OpenedSession): Answer {
  const again = { href: `/c/pay?session=${body.id}`, label: 'Open the payment again' }
  return htmlAnswer(409, noticePage('This form was already used', 'Each form works once.', again))
}

function leave(target: string, headers: ApiRequest['headers']): Answer {
  return { status: 303, headers: { location: awayTo(target, headers) } }
}

const successUrl = ({ body }: OpenedSession) => (body.success_url ?? '/').replace('{CHECKOUT_SESSION_ID}', body.id)

/** Behind a prefix the buyer stays at that server's address: the link back is a path. */
function awayTo(target: string, headers: ApiRequest['headers']): string {
  if (prefixOf(headers) === '') return target
  const { pathname, search } = new URL(target)
  return pathname + search
}

/** Browsers apply form-action to the redirect after a form, too. */
function htmlAnswer(status: number, page: Html, session?: OpenedSession): Answer {
  const { success_url, cancel_url } = session?.body ?? {}
  const origins = [success_url, cancel_url].flatMap(url => (url ? [new URL(url).origin] : []))
  return pageAnswer(status, page, { formTargets: [...new Set(origins)], referrer: 'no-referrer' })
}
