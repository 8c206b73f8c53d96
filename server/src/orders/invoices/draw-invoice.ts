import { fileURLToPath } from 'node:url'
import { lazily } from '../../platform/runtime/lazily.ts'
import type { InvoiceDocument } from './invoice-document.ts'

/** Points, and fonts by family: what the first ones lack is drawn in any font that has it. */
const TEMPLATE = String.raw`
#let invoice = json(bytes(sys.inputs.invoice))
#let (ink, quiet, faint) = (rgb("#1d1713"), rgb("#5b544e"), rgb("#d8d4ce"))
#let name = invoice.title + " " + invoice.number
#set document(title: name, author: invoice.seller.first())
#set text(9.5pt, ink, font: (
  "Noto Sans", "Noto Sans " + sys.inputs.han, "Noto Sans Symbols 2", "Noto Sans Math", "Noto Emoji"),
  top-edge: 1.069em, bottom-edge: -0.293em)
#set par(leading: 0pt, spacing: 0pt)
#set page(paper: "a4", margin: (x: 56pt, top: 56pt, bottom: 96pt), footer-descent: 40pt, footer: context {
  set text(8pt, quiet)
  [#name #h(1fr) Page #counter(page).display("1 of 1", both: true)]
})

#let own(words) = block({
  set text(dir: rtl) if words.find(regex("^\P{L}*[\p{Hebrew}\p{Arabic}]")) != none
  words
})
#let lines(texts) = stack(spacing: 1.5pt, ..texts.map(own))
#let halves(left-half, right-half) = grid(columns: (1fr, 1fr), column-gutter: 32pt, left-half, right-half)

#let sheet(columns, heads, rows) = {
  set table.cell(breakable: false)
  table(
    columns: columns, stroke: none, align: (x, _) => if x == 0 { left } else { right },
    inset: (x, _) => (y: 6pt, left: 0pt, right: if x == 0 { 8pt } else { 0pt }),
    table.header(..heads.map(head => text(8.5pt, quiet, head)), table.hline(stroke: 0.75pt + ink)),
    ..rows.map(row => (..row, table.hline(stroke: 0.75pt + faint))).flatten(),
  )
}

#halves(
  { text(15pt, weight: 600, own(invoice.seller.first())); set text(9pt, quiet); lines(invoice.seller.slice(1)) },
  {
    set align(right)
    stack(spacing: 2pt,
      text(20pt, weight: 600, invoice.title),
      text(11pt, invoice.number),
      if invoice.testNote != "" { text(9pt, rgb("#b3261e"), weight: 600, invoice.testNote) },
    )
  },
)
#v(28pt)
#halves(
  {
    text(8.5pt, quiet)[#if invoice.title == "Invoice" [Bill to] else [Credit to]]
    v(3pt)
    set text(10pt)
    lines(invoice.buyer)
    if invoice.deliveredTo.len() > 0 {
      v(9pt)
      text(8.5pt, quiet)[Delivered to]
      v(3pt)
      lines(invoice.deliveredTo)
    }
  },
  grid(columns: (90pt, 1fr), row-gutter: 3pt,
    ..invoice.facts.map(((label, value)) => (text(8.5pt, quiet, label), own(value))).flatten()),
)
#v(26pt)
#if invoice.lines.len() > 0 {
  sheet((1fr, 60pt, 90pt, 90pt), ("Product", "Quantity", "Price", "Amount"), invoice.lines.map(line => (
    own(line.name) + if line.detail != "" { text(8pt, quiet, own(line.detail)) },
    line.quantity, line.price, line.amount,
  )))
}
#v(12pt)
#align(right, block(width: 250pt, breakable: false, invoice.totals.map(((key, label, amount)) => {
  set text(11pt, weight: 600) if key == "total"
  if key == "total" { line(length: 100%, stroke: 0.75pt + ink) + v(4pt) }
  grid(columns: (1fr, 100pt), align: (left, right), own(label), amount)
}).join(v(3pt))))
#v(24pt)
#block(breakable: false, sheet((1fr, 90pt, 90pt, 90pt), ("Tax by rate", "Net", "Tax", "Gross"),
  invoice.taxes.map(((label, net, tax, gross)) => (own(label), net, tax, gross))))
#if invoice.note != "" { v(12pt) + own(invoice.note) }
`

const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}]/u
/** They may not fit into a line. Scripts that write no spaces have breaks of their own. */
const LONG_WORDS = /[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{20,}/gu

/** What the compiler draws: texts are data, never markup. Chinese characters look different in Japanese. */
export function typeset(document: InvoiceDocument) {
  const invoice = JSON.stringify(document, (_, value) => (typeof value === 'string' ? printable(value) : value))
  return { mainFileContent: TEMPLATE, inputs: { invoice, han: JAPANESE.test(invoice) ? 'Japanese' : 'S Chinese' } }
}

const printable = (text: string) =>
  text.toWellFormed().replace(LONG_WORDS, word => word.replace(/.{15,}?\P{M}(?!\p{M})/gu, '$&\u200b'))

const NOTO =
  'arabic armenian bengali ethiopic georgian gujarati gurmukhi hebrew kannada khmer lao malayalam math myanmar oriya sinhala symbols-2 tamil telugu thai'

const pathOf = (place: string) => fileURLToPath(import.meta.resolve(place))
const googleFont = (family: string, weight = '400Regular') => pathOf(`@expo-google-fonts/${family}/${weight}`)
const cjkFont = (name: string, file: string) =>
  fileURLToPath(new URL(`../fonts/${file}-Regular.otf`, import.meta.resolve(`@embedpdf/fonts-${name}`)))

export const openCompiler = lazily(async () => {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler')
  const fontPaths = [
    ...['noto-sans', 'noto-emoji', ...NOTO.split(' ').map(script => `noto-sans-${script}`)].map(name =>
      googleFont(name),
    ),
    googleFont('noto-sans', '600SemiBold'),
    cjkFont('jp', 'NotoSansJP'),
    cjkFont('kr', 'NotoSansKR'),
    cjkFont('sc', 'NotoSansHans'),
  ]
  return NodeCompiler.create({ fontArgs: [{ fontPaths }] })
})

/** Takes some 10 ms, and 100 ms for the first invoice of a process. */
export async function drawInvoice(document: InvoiceDocument): Promise<Buffer> {
  const compiler = await openCompiler()
  const content = compiler.pdf(typeset(document))
  // What it has drawn would stay in memory.
  compiler.evictCache(0)
  return content
}
