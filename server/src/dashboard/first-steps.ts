import { isDeepStrictEqual } from 'node:util'
import {
  COUNTRIES,
  defaultSettings,
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  fromCents,
  isOffline,
  listTakers,
  orderTotals,
  pricingOf,
  type Settings,
  shopInfoOf,
  UNREACHABLE_DOMAIN,
  withoutDelivery,
} from '@mela/contract'
import { sql } from 'kysely'
import { type EmailPictures, letterheadOf, renderEmail } from '../messages/layout.ts'
import type { Gateways } from '../payments/gateways/gateway.ts'
import { findAnswer } from '../payments/payment-sessions.ts'
import { hasTwoFactor } from '../people/prove-owner.ts'
import type { SessionUser } from '../people/session-user.ts'
import { recordAudit } from '../platform/audit/audit-log.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/ids.ts'
import { transact } from '../platform/database/transact.ts'
import { refused } from '../platform/http/errors.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Env } from '../platform/runtime/env.ts'
import { NEUTRAL_ABOUT, NEUTRAL_SETTINGS } from '../shop/default-texts.ts'
import { showMailServer } from '../shop/mail-server.ts'
import { valuesOf } from '../shop/settings.ts'

interface Parts {
  db: Database
  env: Env
  gateways: Gateways
}

const NOT_OWN = [defaultSettings(), NEUTRAL_SETTINGS].map(valuesOf)

/** Settings that are defaults, or those of a shop that left the demo, are not the owner's. */
function ownSettings(settings: Settings): Set<string> {
  const isOwn = ([name, value]: [string, unknown]) => NOT_OWN.every(known => !isDeepStrictEqual(known[name], value))
  const own = Object.entries(valuesOf(settings)).filter(isOwn)
  return new Set(own.map(([name]) => name))
}

export async function showFirstSteps(
  { db, env, gateways }: Parts,
  settings: Settings,
  userId: string,
): Promise<FirstSteps> {
  const [found, hasPayment, isProtected] = await Promise.all([
    findProgress(db),
    takesMoney(db, gateways, settings),
    hasTwoFactor(db, userId),
  ])
  const { kept, isDismissed, isMailTested, hasDemoData, hasProduct, hasAbout } = found
  const { source, saved } = await showMailServer({ db, env })
  const hasMailServer = source === 'environment' || (source === 'dashboard' && saved?.isReadable === true)
  const own = ownSettings(settings)
  const hasOwn = (group: keyof Settings) => [...own].some(name => name.startsWith(`${group}.`))
  const hasContact = own.has('shop.email') || own.has('shop.address')
  const undelivered = withoutDelivery(settings.delivery, settings.countries.sold)
  const missing: Partial<Record<FirstStep, string[]>> = {
    delivery: undelivered.map(code => COUNTRIES[code] ?? code),
    mail: hasMailServer ? [] : ['a mail server'],
    pages: [...(hasContact ? [] : ['your email or address']), ...(hasAbout ? [] : ['About in your words'])],
  }
  const isDone: Record<FirstStep, boolean> = {
    name: own.has('shop.name'),
    look: hasOwn('look'),
    money: hasOwn('money'),
    countries: own.has('countries.sold'),
    delivery: own.has('delivery.zones') && undelivered.length === 0,
    product: hasProduct,
    payment: hasPayment,
    mail: hasMailServer && isMailTested,
    pages: hasContact && hasAbout,
    security: isProtected,
    open: settings.shop.isOpen,
  }
  const steps = FIRST_STEPS.map(step => {
    const canKeep = step !== 'open' && !(step === 'delivery' && undelivered.length > 0)
    const isKept = canKeep && kept.includes(step)
    return { step, isDone: isDone[step], isKept, canKeep, missing: missing[step] ?? [] }
  })
  const isOver = isDismissed || steps.every(({ isDone, isKept }) => isDone || isKept)
  const isShown = !isOver && !(env.mode === 'demo' && hasDemoData)
  return {
    ...{ isShown, isDismissed, steps, hasDemoData, hasMailServer },
    example: isShown ? await findExample(db, settings) : null,
  }
}

/** A way without a provider needs no keys. Keys are right once their provider has answered with them; those of the emulator take no money. */
async function takesMoney(db: Database, { all }: Gateways, settings: Settings): Promise<boolean> {
  const real = all.filter(({ mode }) => mode !== 'test')
  const takers = listTakers(settings, real)
  if (takers.some(isOffline)) return true
  const asked = real.filter(({ name }) => takers.includes(name))
  const answers = await Promise.all(asked.map(gateway => findAnswer(db, gateway)))
  return answers.some(answer => answer && !answer.is_refused)
}

/** The cart shows these totals of the cheapest product before an address is known. */
async function findExample(db: Database, settings: Settings): Promise<FirstSteps['example']> {
  const { rows } = await sql<{ name: string; price: number; onSale: boolean; salePrice: number }>`
    select name, price_cents as price, on_sale as "onSale", sale_price_cents as "salePrice"
    from products where is_active and deleted_at is null
    order by case when on_sale then sale_price_cents else price_cents end, id limit 1`.execute(db)
  if (!rows[0]) return null
  const { name, ...product } = rows[0]
  const pricing = pricingOf(shopInfoOf(settings))
  const { itemsPrice, shippingPrice, totalPrice } = orderTotals([{ product, quantity: 1 }], pricing)
  return { name, price: fromCents(itemsPrice), total: fromCents(totalPrice), shipping: fromCents(shippingPrice) }
}

export async function changeFirstSteps(
  db: Database,
  actor: string,
  change: { kept?: FirstStep[] | undefined; isDismissed?: boolean | undefined },
): Promise<void> {
  const { kept = null, isDismissed = null } = change
  await transact(db, async db => {
    await sql`
      update first_steps set kept = coalesce(${kept}::text[], kept),
        is_dismissed = coalesce(${isDismissed}::boolean, is_dismissed)`.execute(db)
    await recordAudit(db, { actor, action: 'first-steps.updated', subject: 'settings:first-steps', after: change })
  })
}

/** Throws with what to correct, and the mail server's own message, when it refuses the email. */
export async function deliverTestEmail(
  { db, env }: Parts,
  { mailer, pictures }: { mailer: Mailer; pictures: EmailPictures },
  settings: Settings,
  user: SessionUser,
) {
  const { shop } = settings
  if (user.email.endsWith(`.${UNREACHABLE_DOMAIN}`)) throw refused('Your account has no address.')
  const draft = {
    subject: `A test email of ${shop.name}`,
    preview: 'Emails of your shop arrive.',
    heading: 'Emails arrive.',
    parts: ['This is the test that you have sent from the dashboard. Emails to your customers leave the same way.'],
    reason: 'You get this because you have asked for it in the dashboard.',
  }
  const to = { name: `${user.firstName} ${user.lastName}`, address: user.email }
  const from = { name: shop.name, address: shop.email }
  const email = { ...renderEmail(draft, await letterheadOf(db, settings, env.publicUrl, pictures)), from, to }
  await mailer.deliver(email, newId(), 'test').catch((error: Error) => {
    throw refused(`The mail server did not take it: ${adviceOn(error)}${error.message.trim()}`, 'provider_refused')
  })
  await transact(db, async db => {
    await sql`update first_steps set mail_tested_at = now()`.execute(db)
    await recordAudit(db, { actor: user.id, action: 'mail.tested', subject: 'settings:first-steps' })
  })
}

/** By the codes of the mail client, and of the system below it. */
const advice: [code: RegExp, text: string][] = [
  [/AUTH/, 'it refuses the login. Check user and password. '],
  [/EDNS/, 'no host has this name. Check the host. '],
  [/ETLS|SSL/, 'this port does not take this security. Choose TLS for port 465, STARTTLS for 587. '],
  [/CERT|UNABLE_TO/, 'its certificate is not valid for this host. Enter the host as your provider names it. '],
  [/ETIMEDOUT|ECONN/, 'no answer. Check host and port, and that the security is that of the port. '],
]

const adviceOn = ({ code = '', originalCode = '' }: Error & { code?: string; originalCode?: string }) =>
  advice.find(([known]) => known.test(`${code} ${originalCode}`))?.[1] ?? ''

type Progress = 'isDismissed' | 'isMailTested' | 'hasDemoData' | 'hasProduct' | 'hasAbout'

/**
 * Products that the owner has renamed do not count as the demo's. SPEC's pages have a row once they were changed; the
 * text of a shop that left the demo is not its owner's.
 */
async function findProgress(db: Database) {
  const { rows } = await sql<{ kept: string[] } & Record<Progress, boolean>>`
    select kept, is_dismissed as "isDismissed", mail_tested_at is not null as "isMailTested",
      exists (select from demo_rows join products on products.id = demo_rows.id and products.name = demo_rows.name
        where kind = 'product' and deleted_at is null) as "hasDemoData",
      exists (select from products where is_active and deleted_at is null) as "hasProduct",
      exists (select from pages where slug = 'about' and body <> ${NEUTRAL_ABOUT.body}) as "hasAbout"
    from first_steps`.execute(db)
  if (!rows[0]) throw new Error('The row of the first steps is missing.')
  return rows[0]
}
