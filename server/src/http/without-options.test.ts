import { readFileSync } from 'node:fs'
import { FIELD_LABELS } from '@mela/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { startShop } from '../../test/shop.ts'
import { VARIANT_COLUMNS } from '../imports/columns.ts'
import { answersWithoutOptions, withoutChance } from './without-options-fixtures.ts'

/** By call, as recorded before products had options. It changes only where an answer of SPEC changes. */
const before: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('./answers-before-options.json', import.meta.url), 'utf8'),
)

/** Fields that were added to answers since, wherever they occur. */
const ADDITIONS = new Set<string>([
  ...['code', 'options', 'variants', 'variant', 'sku', 'currency', 'adjustments', 'isPaymentRefused'],
  ...['taxIncluded', 'taxPercent', 'deliveryMethods', 'number', 'orderNumber', 'invoices'],
  ...['weight', FIELD_LABELS.weight, 'sizeGuide', FIELD_LABELS.sizeGuide, 'tags', FIELD_LABELS.tags, 'trail'],
  ...[
    'slug',
    FIELD_LABELS.slug,
    'vendor',
    FIELD_LABELS.vendor,
    'seoTitle',
    FIELD_LABELS.seoTitle,
    'seoDescription',
    FIELD_LABELS.seoDescription,
  ],
  ...Object.values(VARIANT_COLUMNS),
])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Only what an earlier value has, too; `added` gets the names of the rest. */
function commonPart(now: unknown, earlier: unknown, added: Set<string>): unknown {
  if (Array.isArray(now) && Array.isArray(earlier)) return now.map((one, n) => commonPart(one, earlier[n], added))
  if (!isObject(now) || !isObject(earlier)) return now
  const entries = Object.entries(now)
  for (const [key] of entries) if (!(key in earlier)) added.add(key)
  return Object.fromEntries(
    entries.filter(([key]) => key in earlier).map(([key, value]) => [key, commonPart(value, earlier[key], added)]),
  )
}

describe('a product without options', () => {
  const shop = startShop()
  let now: Record<string, unknown>
  beforeAll(async () => {
    now = await answersWithoutOptions(shop)
  })

  it('is asked about by every call that was recorded', () => {
    expect(Object.keys(now)).toEqual(Object.keys(before))
  })

  it.each(Object.keys(before))('is answered by %s as before, additions aside', call => {
    const added = new Set<string>()

    const common = commonPart(now[call], before[call], added)

    expect(withoutChance(common)).toEqual(before[call])
    expect([...added].filter(key => !ADDITIONS.has(key))).toEqual([])
  })
})
