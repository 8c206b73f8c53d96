import { fileURLToPath } from 'node:url'
import bidiFactory, { type Bidi } from 'bidi-js'
import * as fontkit from 'fontkit'

// Its types describe the ES module, while Node loads the CommonJS one.
const bidi = (bidiFactory as unknown as () => Bidi)()

interface Style {
  weight: Weight
  size: number
  colour: string
}

/** Spaces are a run without text. */
interface Run {
  text: string
  font: string
  /** Odd from right to left, as in Unicode's bidirectional algorithm. */
  level: number
  width: number
}

export interface Box {
  width: number
  align?: 'left' | 'right'
  lineGap?: number
}

/** Scripts that write no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
/** Noto Sans' own measure, in parts of the size. */
const ASCENT = 1.069
const LINE_HEIGHT = 1.362
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Each text runs in its own direction. Sizes are points. */
export function openText(pdf: PDFKit.PDFDocument) {
  function measure(run: Omit<Run, 'width'>, size: number): Run[] {
    try {
      return [{ ...run, width: pdf.font(run.font).fontSize(size).widthOfString(run.text) }]
    } catch (error) {
      // fontkit fails at some signs of some fonts; each character is then drawn by itself.
      if (run.text.length < 2) throw error
      return Array.from(run.text).flatMap(text => measure({ ...run, text }, size))
    }
  }

  function linesOf(text: string, { weight, size }: Style, width: number): Run[][] {
    return text.split('\n').flatMap(paragraph => {
      const { levels } = bidi.getEmbeddingLevels(paragraph, 'auto')
      const lines: Run[][] = [[]]
      for (const { start, end, hasSpace } of piecesOf(paragraph, piece => measured(piece) <= width)) {
        const runs = runsOf(paragraph, levels, start, end, weight).flatMap(run => measure(run, size))
        const space = { text: '', font: '', level: levels[start - 1] ?? 0, width: hasSpace ? measured(' ') : 0 }
        const line = lines.at(-1) ?? []
        if (line.length === 0) line.push(...runs)
        else if (lengthOf(line) + space.width + lengthOf(runs) <= width) line.push(space, ...runs)
        else lines.push(runs)
      }
      return lines
    })

    function measured(piece: string): number {
      const runs = runsOf(piece, new Uint8Array(piece.length), 0, piece.length, weight)
      return lengthOf(runs.flatMap(run => measure(run, size)))
    }
  }

  function draw(text: string, style: Style, x: number, y: number, { width, align = 'left', lineGap = 0 }: Box): number {
    const { size, colour } = style
    let top = y
    for (const line of linesOf(text, style, width)) {
      const parts = inDrawingOrder(line)
      const length = lengthOf(parts)
      let left = align === 'right' ? x + width - length : x
      for (const { text: shown, font, width: advance } of parts) {
        const place = { lineBreak: false, baseline: 'alphabetic' } as const
        if (shown !== '')
          pdf
            .font(font)
            .fontSize(size)
            .fillColor(colour)
            .text(shown, left, top + ASCENT * size, place)
        left += advance
      }
      top += LINE_HEIGHT * size + lineGap
    }
    return top
  }

  const heightOf = (text: string, style: Style, { width, lineGap = 0 }: Box) =>
    linesOf(text, style, width).length * (LINE_HEIGHT * style.size + lineGap)

  return { draw, heightOf }
}

const lengthOf = (runs: Run[]) => runs.reduce((sum, { width }) => sum + width, 0)

interface Piece {
  start: number
  end: number
  hasSpace: boolean
}

/** A line may break at spaces, between words of unspaced scripts, anywhere in what is too long. */
function piecesOf(text: string, fits: (piece: string) => boolean): Piece[] {
  const pieces: Piece[] = []
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const parts = UNSPACED.test(word) || !fits(word) ? shortParts(word, fits) : [word]
    let start = index
    for (const part of parts) {
      pieces.push({ start, end: start + part.length, hasSpace: start === index && index > 0 })
      start += part.length
    }
  }
  return pieces
}

function shortParts(word: string, fits: (piece: string) => boolean): string[] {
  const parts: string[] = []
  for (const { segment, isWordLike } of words.segment(word)) {
    // A line does not begin with a punctuation mark.
    if (!isWordLike && parts.length > 0) parts.push((parts.pop() ?? '') + segment)
    else if (fits(segment)) parts.push(segment)
    else parts.push(...Array.from(graphemes.segment(segment), ({ segment }) => segment))
  }
  return parts
}

function runsOf(text: string, levels: Uint8Array, start: number, end: number, weight: Weight): Omit<Run, 'width'>[] {
  const runs: Omit<Run, 'width'>[] = []
  let index = start
  // An accent or a joined emoji stays in the font of its first character.
  for (const { segment } of graphemes.segment(text.slice(start, end))) {
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    index += segment.length
    const font = fontOf(segment, text, weight)
    if (last && last.font === font && last.level === level) last.text += segment
    else runs.push({ text: segment, font, level })
  }
  return runs
}

/** Sequences of higher levels are turned round, the highest first. */
function inDrawingOrder(line: Run[]): Run[] {
  const parts = [...line]
  const highest = Math.max(0, ...parts.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < parts.length; start++) {
      let end = start
      while ((parts[end]?.level ?? -1) >= level) end++
      if (end - start > 1) parts.splice(start, end - start, ...parts.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  }
  return parts.map(part => ({ ...part, text: turned(part) }))
}

const RIGHT_TO_LEFT = /[\p{scx=Arabic}\p{scx=Hebrew}]/u

/** Fonts mirror letters themselves; signs between right-to-left letters are mirrored here. */
function turned({ text, level }: Run): string {
  if (level % 2 === 0 || RIGHT_TO_LEFT.test(text)) return text
  return Array.from(text, sign => bidi.getMirroredCharacter(sign) ?? sign)
    .reverse()
    .join('')
}

export type Weight = 'regular' | 'bold'

const google = (family: string, weight = '400Regular') => {
  const file = `${family.replaceAll(/(^|-)\w/g, part => part.replace('-', '').toUpperCase())}_${weight}.ttf`
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${family}/${weight}/${file}`))
}
const embedded = (name: string, file: string) =>
  fileURLToPath(new URL(`../fonts/${file}-Regular.otf`, import.meta.resolve(`@embedpdf/fonts-${name}`)))

const MUKTA = '@fontsource/mukta-mahee/files/mukta-mahee-gurmukhi-400-normal.woff'

/** Latin, Greek, Cyrillic and Devanagari. */
const BASE: Record<Weight, string> = {
  regular: google('noto-sans'),
  bold: google('noto-sans', '600SemiBold'),
}

/** A font is opened when a text needs it. */
const SCRIPTS: [RegExp, font: () => string][] = [
  [/\p{scx=Arabic}/u, () => google('noto-sans-arabic')],
  [/\p{scx=Hebrew}/u, () => google('noto-sans-hebrew')],
  [/\p{scx=Thai}/u, () => google('noto-sans-thai')],
  [/\p{sc=Bengali}/u, () => google('noto-sans-bengali')],
  [/\p{sc=Gujarati}/u, () => google('noto-sans-gujarati')],
  [/\p{sc=Tamil}/u, () => google('noto-sans-tamil')],
  [/\p{sc=Telugu}/u, () => google('noto-sans-telugu')],
  [/\p{sc=Kannada}/u, () => google('noto-sans-kannada')],
  [/\p{sc=Malayalam}/u, () => google('noto-sans-malayalam')],
  // fontkit fails at signs below a letter of Noto Sans Gurmukhi.
  [/\p{sc=Gurmukhi}/u, () => fileURLToPath(import.meta.resolve(MUKTA))],
  [/\p{sc=Oriya}/u, () => google('noto-sans-oriya')],
  [/\p{sc=Sinhala}/u, () => google('noto-sans-sinhala')],
  [/\p{scx=Georgian}/u, () => google('noto-sans-georgian')],
  [/\p{scx=Armenian}/u, () => google('noto-sans-armenian')],
  [/\p{sc=Ethiopic}/u, () => google('noto-sans-ethiopic')],
  [/\p{sc=Khmer}/u, () => google('noto-sans-khmer')],
  [/\p{sc=Lao}/u, () => google('noto-sans-lao')],
  [/\p{scx=Myanmar}/u, () => google('noto-sans-myanmar')],
  [/[\p{scx=Hiragana}\p{scx=Katakana}\uff00-\uffef]/u, () => embedded('jp', 'NotoSansJP')],
  [/\p{scx=Hangul}/u, () => embedded('kr', 'NotoSansKR')],
  [/\p{scx=Han}/u, () => embedded('sc', 'NotoSansHans')],
]
const HAN = /\p{sc=Han}/u
const KANA = /[\p{sc=Hiragana}\p{sc=Katakana}]/u
const SYMBOLS = ['noto-sans-symbols-2', 'noto-sans-math', 'noto-emoji']

const opened = new Map<string, fontkit.Font>()
function hasGlyph(path: string, codePoint: number): boolean {
  const font = opened.get(path) ?? fontkit.openSync(path)
  opened.set(path, font as fontkit.Font)
  return 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint)
}

/** The base font draws a box for unknown characters. */
export function fontOf(character: string, text: string, weight: Weight): string {
  const codePoint = character.codePointAt(0) ?? 0
  const base = BASE[weight]
  if (hasGlyph(base, codePoint)) return base
  if (HAN.test(character) && KANA.test(text)) {
    const japanese = embedded('jp', 'NotoSansJP')
    if (hasGlyph(japanese, codePoint)) return japanese
  }
  const candidates = SCRIPTS.filter(([script]) => script.test(character)).map(([, font]) => font)
  for (const font of [...candidates, ...SYMBOLS.map(family => () => google(family))]) {
    if (hasGlyph(font(), codePoint)) return font()
  }
  return base
}
