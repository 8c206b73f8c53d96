import {
  COUNTRIES,
  CURRENCY,
  deliversTo,
  formatCount,
  formatPrice,
  listNames,
  PLACEHOLDERS,
  type Settings,
  SPEC_PAGES,
  type StaffPage,
  UNDO_DAYS,
  withoutDelivery,
} from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { picturesIn, renderDescription, renderMarkdown } from '../platform/markdown/render-markdown.ts'

/** Some pages say when they were changed. */
const DEFAULTS_DAY = '2026-11-29'

interface Shop {
  settings: Settings
  orderSeconds: number
}

type Written = Pick<StaffPage, 'title' | 'body'>

const PRIVACY = /\{\{\s*privacy\s*\}\}/

/** A short text could request the privacy policy thousands of times, so it comes once. */
function withPrivacy(body: string, privacy: string): string {
  const [before = '', ...rest] = body.split(PRIVACY)
  return rest.length === 0 ? before : `${before}\n\n${privacy.split(PRIVACY).join('')}\n\n${rest.join('')}`
}

/** Other texts repeat the privacy policy. */
async function renderText(db: Database, shop: Shop, { title, body }: Written, privacy: string) {
  const values = placeholderValues(shop.settings, shop.orderSeconds)
  const filled = fillIn(withPrivacy(body, privacy), values, escapeMarkdown)
  const html = renderMarkdown(filled, await listSizes(db, picturesIn(filled)))
  return { title: fillIn(title, values), html }
}

export function renderPreview(
  db: Database,
  shop: Shop,
  { as, ...text }: Written & { as?: 'description' | undefined },
  privacy: string,
) {
  return as ? { title: '', html: renderDescription(text.body) } : renderText(db, shop, text, privacy)
}

/** Shoppers rely on these pages, so they show when they were changed. */
const DATED: readonly string[] = ['privacy-policy', 'terms-of-service']

export async function renderPage(db: Database, shop: Shop, page: StaffPage, privacy: StaffPage) {
  const values = placeholderValues(shop.settings, shop.orderSeconds)
  const changes = [page, ...(page.body.includes('privacy') ? [privacy] : [])].flatMap(
    ({ updatedAt }) => updatedAt ?? [],
  )
  return {
    slug: page.slug,
    ...(await renderText(db, shop, page, page._id === SPEC_PAGES['privacy-policy'] ? '' : privacy.body)),
    seoTitle: fillIn(page.seoTitle, values),
    seoDescription: fillIn(page.seoDescription, values) || descriptionOf(page.body, values),
    updatedOn: DATED.includes(page.slug) ? dayOf(changes.sort().at(-1), shop.settings.shop.timeZone) : null,
  }
}

const dayOf = (at: string | undefined, timeZone: string): string =>
  at === undefined
    ? DEFAULTS_DAY
    : new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at))

function descriptionOf(body: string, values: Parameters<typeof fillIn>[1]): string {
  const first = body.split(/\n{2,}/).find(part => /^[^#>|!\-*{`]/.test(part)) ?? ''
  const words = fillIn(first, values)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > 160 ? `${words.slice(0, 157).replace(/\s+\S*$/, '')}…` : words
}

type Placeholder = keyof typeof PLACEHOLDERS

/** The renderer replaces `contact` and `privacy`, which are no values. */
type Values = Record<Exclude<Placeholder, 'contact' | 'privacy'>, string>

/** `orderSeconds`: an unpaid order holds its stock so long. */
export function placeholderValues(settings: Settings, orderSeconds = 0): Values {
  const { shop, orders, legal } = settings
  const inTown = (before: string) => (shop.town ? before + shop.town : '')
  return {
    'shop.name': shop.name,
    'shop.tagline': asSentence(shop.tagline),
    'shop.email': shop.email,
    'shop.phone': shop.phone ?? '',
    'shop.address': shop.address.join(', '),
    'shop.inTown': inTown(' in '),
    'shop.fromTown': inTown(' from '),
    'delivery.countries': countriesText(settings),
    'orders.unpaidTime': durationText(orderSeconds),
    'orders.prices': pricesText(settings),
    'orders.returns': orders.returnDays
      ? `What you do not like goes back within ${orders.returnDays} days after its delivery.`
      : '',
    'legal.retentionYears': String(legal.retentionYears),
    'legal.undoDays': String(UNDO_DAYS),
  }
}

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g

/** Unknown placeholders stay as they are. */
export function fillIn(
  source: string,
  values: Partial<Record<Placeholder, string>>,
  asText = (value: string) => value,
) {
  return source.replace(PLACEHOLDER, (written, name: string) => {
    const value = Object.hasOwn(PLACEHOLDERS, name) ? values[name as Placeholder] : undefined
    return value === undefined ? written : asText(value)
  })
}

/** What makes an address a link stays. */
export const escapeMarkdown = (value: string): string => value.replace(/[\\`*_~[\](){}<>&!#|]/g, '\\$&')

/** A sentence may end with a sign of its own. */
const asSentence = (text: string) => (/[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text)

function durationText(seconds: number): string {
  const [size, unit] = seconds % 3600 === 0 ? [3600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second']
  const count = seconds / Number(size)
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`
}

function pricesText({ money, delivery }: Settings): string {
  const methods = delivery.zones.flatMap(zone => zone.methods)
  const only = methods.length === 1 && methods[0]?.steps.length === 0 ? methods[0] : undefined
  const inFull = money.currency === CURRENCY.code ? 'US dollars' : money.currency
  const how = money.taxIncluded ? 'contained in' : 'added to'
  const onShipping = money.taxOnShipping ? ' and the shipping' : ''
  const ratesDiffer = money.taxRates.length > 0 ? ', at the rate of the address that we deliver to' : ''
  const price = (amount: number) => formatPrice(amount, money.currency)
  const shipping =
    only && only.freeAbove !== null
      ? `Shipping costs ${price(only.price)} and is free when the items cost more than ${price(only.freeAbove)}.`
      : 'What shipping costs depends on the address and the method.'
  return `Prices are in ${inFull}. ${money.taxPercent}% ${money.taxName ?? 'tax'} is ${how} the price of the items${onShipping}${ratesDiffer}. ${shipping}`
}

/** Countries are named unless they are many. */
function countriesText({ countries: { sold }, delivery }: Settings): string {
  const without = withoutDelivery(delivery, sold)
  const served = sold.filter(code => !without.includes(code))
  if (served.length > 5) {
    const which = without.length > 0 ? 'of the countries that' : 'countries, which'
    return `${served.length} ${which} the address form lists`
  }
  const isWhole = (country: string) => deliversTo(delivery, { country, state: '' })
  const names = served.map(code => (isWhole(code) ? '' : 'parts of ') + (COUNTRIES[code] ?? code))
  return listNames(names) || 'no country yet'
}

async function listSizes(db: Database, addresses: string[]) {
  const rows = await db
    .selectFrom('media')
    .select(['file', 'width', 'height'])
    .where('file', 'in', [...addresses.map(address => address.replace(/^\/media\//, '')), ''])
    .execute()
  return new Map(rows.map(({ file, width, height }) => [`/media/${file}`, { width, height }]))
}
