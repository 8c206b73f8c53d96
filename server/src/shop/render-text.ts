import { type Settings, SPEC_PAGES, type StaffPage, type TextPage } from '@mela/contract'
import type { Database } from '../platform/database/database.ts'
import { renderDescription } from '../platform/markdown/format-description.ts'
import { picturesIn, renderMarkdown } from '../platform/markdown/render-markdown.ts'
import { DEFAULTS_DAY } from './default-texts.ts'
import { escapeMarkdown, fillIn, placeholderValues } from './placeholders.ts'
import { listSizes } from './texts.repository.ts'

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

export async function renderPage(db: Database, shop: Shop, page: StaffPage, privacy: StaffPage): Promise<TextPage> {
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
