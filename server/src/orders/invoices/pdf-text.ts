import bidiFactory, { type Bidi } from 'bidi-js'
import { fontOf, type Weight } from './fonts.ts'

// Its types describe the ES module, while Node loads the CommonJS one.
const bidi = (bidiFactory as unknown as () => Bidi)()

interface Style {
  weight: Weight
  size: number
  colour: string
}

interface Run {
  text: string
  font: string
  /** Odd from right to left, as in Unicode's bidirectional algorithm. */
  level: number
  width: number
}

/** A word stays on one line; the width is that of the spaces before it. */
interface Word {
  runs: Run[]
  level: number
  gap: number
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

  function linesOf(text: string, { weight, size }: Style, width: number): Word[][] {
    return text.split('\n').flatMap(paragraph => {
      const { levels } = bidi.getEmbeddingLevels(paragraph, 'auto')
      const lines: Word[][] = [[]]
      let used = 0
      for (const { start, end, hasSpace } of piecesOf(paragraph, piece => measured(piece) <= width)) {
        const runs = runsOf(paragraph, levels, start, end, weight).flatMap(run => measure(run, size))
        const gap = hasSpace ? measured(' ') : 0
        const length = lengthOf(runs)
        const line = lines.at(-1) ?? []
        const isFirst = line.length === 0
        const word = { runs, level: levels[start - 1] ?? 0, gap: isFirst ? 0 : gap }
        if (isFirst || used + gap + length <= width) {
          line.push(word)
          used += word.gap + length
        } else {
          lines.push([{ ...word, gap: 0 }])
          used = length
        }
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
function inDrawingOrder(line: Word[]): Run[] {
  const parts = line.flatMap(({ runs, gap, level }): Run[] => [
    ...(gap > 0 ? [{ text: '', font: '', level, width: gap }] : []),
    ...runs,
  ])
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
