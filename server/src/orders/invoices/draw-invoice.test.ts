import { expect, it } from 'vitest'
import { drawInvoice, openCompiler, typeset } from './draw-invoice.ts'
import type { InvoiceDocument } from './invoice-document.ts'

const withBuyer = (...buyer: string[]): InvoiceDocument => ({
  ...{ title: 'Invoice', number: '1', testNote: '', seller: ['A shop'], buyer, deliveredTo: [], note: '' },
  ...{ facts: [], lines: [], totals: [], taxes: [] },
})

const draw = async (document: InvoiceDocument) => (await openCompiler()).plainSvg(typeset(document))

/** Runs of glyphs with their distance from the left. */
const runsIn = (svg: string) =>
  Array.from(svg.matchAll(/"typst-text" transform="matrix\(1 0 0 -1 ([\d.]+)(.*?)<\/g>/gs), ([, left, run = '']) => ({
    left: Number(left),
    glyphs: Array.from(run.matchAll(/href="#(\w+)"/g), ([, glyph]) => glyph),
  }))

/** From left to right; nothing else of the document has the size of the buyer's name. */
async function glyphsOf(text: string) {
  const others = new Set(runsIn(await draw(withBuyer())).flatMap(({ glyphs }) => glyphs))
  const runs = runsIn(await draw(withBuyer(text))).toSorted((a, b) => a.left - b.left)
  return runs.flatMap(({ glyphs }) => glyphs).filter(glyph => !others.has(glyph))
}

it.each([
  'Łódź, Ελληνικά, Русский, हिन्दी',
  'தமிழ் বাংলা ગુજરાતી తెలుగు ಕನ್ನಡ മലയാളം ਪੰਜਾਬੀ ସୂତା සිංහල',
  '中文 日本語 한국어 عربي עברית ไทย 👗 → ✓',
  'ქართული Հայերեն አማርኛ ភាសាខ្មែរ ລາວ မြန်မာ',
  '体育 體育 カタカナ 「限定」。 ،؟ ★ ❤ 100％',
])('has a glyph for each character: %s', async text => {
  const [box] = await glyphsOf('\u{10fffd}')
  expect(box).toBeDefined()
  expect(await glyphsOf(text)).not.toContain(box)
})

it.each([
  ['קפה (XL) 3', '3'],
  ['Shirt أزرق blue', 'S'],
])('draws a text in its direction: %s', async (text, leftmost) => {
  expect((await glyphsOf(text))[0]).toBe((await glyphsOf(leftmost))[0])
})

it('breaks lines at spaces, between words of scripts without spaces, and in what is longer than a line', async () => {
  const heightOf = async (text: string) =>
    Number(/ 0 0 1 56 (\d+)[\d.]*\)">\s*<g>\s*<path/.exec(await draw(withBuyer(text)))?.[1])
  const one = await heightOf('Linen')
  expect(await heightOf('Linen shirt')).toBe(one)
  for (const text of ['Linen shirt with '.repeat(4), '有机绿茶'.repeat(9), 'x'.repeat(60)])
    expect(await heightOf(text), text).toBeGreaterThan(one + 10)
})

it('repeats the heads of a table on each page', async () => {
  const line = { name: 'A shirt', detail: 'blue', quantity: '1', price: '$1.00', amount: '$1.00' }
  const document = { ...withBuyer('A buyer'), lines: Array.from({ length: 60 }, () => line) }
  const headsIn = async (document: InvoiceDocument) => (await draw(document)).split('stroke="#1d1713"').length - 1
  expect(await headsIn(document)).toBeGreaterThan((await headsIn(withBuyer('A buyer'))) + 2)
  expect((await drawInvoice(document)).subarray(0, 5).toString()).toBe('%PDF-')
})

it('draws hostile text as text, whatever its length', async () => {
  const markup = '#panic("no") *bold* $x^2$ @ref <label> // \\ \u0007 \ud800'
  const plain = markup.replaceAll(/[#*$@<>_]/g, '')
  expect((await glyphsOf(markup)).length).toBeGreaterThan((await glyphsOf(plain)).length)
  expect((await drawInvoice(withBuyer('word '.repeat(2_000), 'x'.repeat(10_000)))).length).toBeGreaterThan(1_000)
})
