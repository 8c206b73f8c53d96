import { isDeepStrictEqual } from 'node:util'
import { defaultSettings, SPEC_PAGES } from '@mela/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { NEUTRAL_ABOUT } from '../shop/default-texts.ts'
import { NEUTRAL_SETTINGS } from '../shop/neutral-settings.ts'
import { lockChanges, updateChanges } from '../shop/settings.repository.ts'
import { changesOf, settingsOf, valuesOf } from '../shop/settings.ts'

const DEFAULTS = valuesOf(defaultSettings())

/** Only the first time, so that a shop which tries payments does not lose what its owner has set. */
export async function makeNeutral(db: Transaction<Tables>): Promise<boolean> {
  const isDemo = (await db.selectFrom('demo_rows').select('id').limit(1).execute()).length > 0
  const { has_left_demo } = await db.selectFrom('settings').select('has_left_demo').executeTakeFirstOrThrow()
  await db.updateTable('settings').set({ has_left_demo: true }).execute()
  if (has_left_demo || !isDemo) return false

  const { changes } = await lockChanges(db)
  const present = valuesOf(settingsOf(changes))
  const neutral = Object.entries(valuesOf(NEUTRAL_SETTINGS))
  const taken = neutral.filter(([name]) => isDeepStrictEqual(present[name], DEFAULTS[name]))
  await updateChanges(db, changesOf({ ...present, ...Object.fromEntries(taken), 'shop.isOpen': false }))
  const { title, body, seoDescription } = NEUTRAL_ABOUT
  await db
    .insertInto('pages')
    .values({ id: SPEC_PAGES.about, slug: 'about', is_published: true, title, body, seo_description: seoDescription })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return true
}
