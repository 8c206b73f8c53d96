import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startShop } from '../../../test/shop.ts'
import { fold } from './fold.ts'

const shop = startShop()

it.each([
  ['Zoë Łukasz-Øberg', 'zoe lukasz-oberg'],
  ['ŽOFIE Đorđević, Þór Æsir', 'zofie dordevic, thor aesir'],
  ['STRASSE Straße ŒUVRE', 'strasse strasse oeuvre'],
  ["O’Brien d'Arc `x´", 'obrien darc x'],
  ['Ποσειδώνας ΚΌΣΜΟΣ', 'ποσειδωνασ κοσμοσ'],
  ['Ёлка Йод', 'елка иод'],
  ['كِتَابٌ أبيض مـعـنى ٱلله', 'كتاب ابيض معني الله'],
  ['سֵפֶר שָׁלוֹם', 'سפר שלום'],
  ['ज़री साड़ी चाँदी', 'जरी साडी चांदी'],
  ['Kaf\u00adfee T\u2011shirt \u200bx\ufeff', 'kaffee t-shirt x'],
  ['ＦＵＬＬ １２ ｽﾆｰｶｰ', 'full 12 スニーカー'],
  ['가죽 신발', '가죽 신발'],
  ["plain `ASCII' text", 'plain ascii text'],
])('%j is compared as %j, in the database too', async (text, folded) => {
  const { rows } = await sql<{ folded: string }>`select folded(${text}) as folded`.execute(shop.db)

  expect(fold(text)).toBe(folded)
  expect(rows[0]?.folded).toBe(folded)
})
