import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'

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
