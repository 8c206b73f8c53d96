import * as fontkit from 'fontkit'
import PDFDocument from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { fontOf, openText } from './pdf-text.ts'

const style = { weight: 'regular', size: 10, colour: '#000' } as const

/** What is drawn, from left to right in each line. */
function drawnLines(text: string, width = 400): string[] {
  const pdf = new PDFDocument()
  const draw = vi.spyOn(pdf, 'text')
  openText(pdf).draw(text, style, 0, 0, { width })
  const calls: unknown[][] = draw.mock.calls
  const drawn = calls.map(([shown, x, y]) => ({ shown, x: Number(x), y: Number(y) }))
  const heights = [...new Set(drawn.map(({ y }) => y))]
  return heights.map(height =>
    drawn
      .filter(({ y }) => y === height)
      .toSorted((a, b) => a.x - b.x)
      .map(({ shown }) => shown)
      .join('|'),
  )
}

it.each([
  'Łódź, Ελληνικά, Русский, हिन्दी',
  'தமிழ் বাংলা ગુજરાતી తెలుగు ಕನ್ನಡ മലയാളം ਪੰਜਾਬੀ ସୂତା සිංහල',
  '中文 日本語 한국어 عربي עברית ไทย 👗 → ✓',
  'ქართული Հայերեն አማርኛ ភាសាខ្មែរ ລາວ မြန်မာ',
  '体育 體育 カタカナ 「限定」。 ،؟ ★ ❤ 100％',
])('has a glyph for each character: %s', text => {
  for (const character of text.replaceAll(' ', '')) {
    const font = fontkit.openSync(fontOf(character, text, 'regular'))
    expect('hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0), character).toBe(
      true,
    )
  }
  expect(drawnLines(text)).toHaveLength(1)
})

it.each([
  ['قميص قطني', ['قطني|قميص']],
  ['חולצה (XL) 3', ['3|(|XL|)|חולצה']],
  ['Shirt أزرق blue', ['Shirt|أزرق|blue']],
])('draws right-to-left text in its direction: %s', (text, lines) => {
  expect(drawnLines(text)).toEqual(lines)
})

it('breaks lines at spaces, between words of scripts without spaces, and in what is longer than a line', () => {
  expect(drawnLines('Linen shirt with long sleeves', 80)).toEqual(['Linen|shirt|with', 'long|sleeves'])
  expect(drawnLines('有机绿茶有机绿茶有机绿茶', 60).length).toBeGreaterThan(1)
  expect(drawnLines('x'.repeat(60), 80).length).toBeGreaterThan(3)
})
