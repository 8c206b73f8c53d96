type Colour = readonly [lightness: number, chroma: number, hue: number]

export const ON_ACCENT: Record<'light' | 'dark', Colour> = { light: [0.98, 0.012, 85], dark: [0.985, 0.01, 85] }
export const DARK_PAPER: Colour = [0.175, 0.008, 60]
/** The least contrast between an accent and the dark page, as WCAG requires for parts of an interface. */
const BOUNDARY = 3
const STEP = 0.005

export interface AccentColours {
  brand: string
  hover: string
}

/** In the dark scheme the accent is light enough to stand out from the page. */
export function accentColours(accent: string): Record<'light' | 'dark', AccentColours> {
  const [lightness] = fromHex(accent)
  let dark = lightness
  while (contrastOf(fromHex(withLightness(accent, dark)), DARK_PAPER) < BOUNDARY) dark += STEP
  const brand = withLightness(accent, dark)
  const lighter = withLightness(accent, dark + 0.05)
  const isReadable = contrastOf(fromHex(lighter), ON_ACCENT.dark) >= 4.5
  return {
    light: { brand: accent, hover: withLightness(accent, lightness > 0.2 ? lightness - 0.06 : lightness + 0.08) },
    dark: { brand, hover: isReadable ? lighter : withLightness(accent, dark - 0.05) },
  }
}

/** The least contrast counts both schemes and the colour under the pointer. */
export function accentContrast(accent: string): number {
  const schemes = accentColours(accent)
  const contrasts = (['light', 'dark'] as const).flatMap(scheme =>
    Object.values(schemes[scheme]).map(colour => contrastOf(fromHex(colour), ON_ACCENT[scheme])),
  )
  return Math.min(...contrasts)
}

/** Keeps the hue and darkens no more than the contrast needs. */
export function nearestAccent(accent: string, least: number): string {
  let [lightness] = fromHex(accent)
  let nearest = accent
  while (accentContrast(nearest) < least) {
    lightness -= STEP
    nearest = withLightness(accent, lightness)
  }
  return nearest
}

export function contrastOf(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = toLinear(colour).map(value => Math.min(1, Math.max(0, value)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Chroma is reduced until sRGB has the colour. */
function withLightness(accent: string, lightness: number): string {
  const [, chroma, hue] = fromHex(accent)
  const wanted = Math.min(1, Math.max(0, lightness))
  const isShown = (value: number) => value >= -0.001 && value <= 1.001
  let less = chroma
  while (less > 0.001 && !toLinear([wanted, less, hue]).every(isShown)) less *= 0.95
  return toHex([wanted, less, hue])
}

/** Björn Ottosson's OKLab, https://bottosson.github.io/posts/oklab/. */
function toLinear([lightness, chroma, hue]: Colour): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function fromHex(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(start => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI]
}

function toHex(colour: Colour): string {
  const bytes = toLinear(colour).map(value => {
    const clipped = Math.min(1, Math.max(0, value))
    const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
  })
  return `#${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}
