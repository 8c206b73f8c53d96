/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Theme = Record<string, string>

const css = readFileSync(join(import.meta.dirname, 'app.css'), 'utf8')
const tokensIn = (part: string): Theme =>
  Object.fromEntries([...part.matchAll(/--color-([\w-]+): (oklch\([^)]+\));/g)].map(([, name, value]) => [name, value]))
const blockAfter = (start: string) => {
  const from = css.indexOf(start)
  return css.slice(from, css.indexOf('}', from))
}

const light = tokensIn(blockAfter('@theme {'))
const dark = tokensIn(blockAfter('@variant dark {'))
const onTile = tokensIn(blockAfter('@utility on-tile {'))

const text = 4.5
const boundary = 3
const pairs: [front: string, back: string, least: number][] = [
  ['ink', 'paper', text],
  ['ink-2', 'paper', text],
  ['ink-3', 'paper', text],
  ['edge', 'paper', boundary],
  ['on-brand', 'brand', text],
  ['on-brand', 'brand-hover', text],
  ['marigold', 'brand', boundary],
  ['star', 'surface', boundary],
  ['sale', 'paper', text],
  ['success', 'success-soft', text],
  ['warn', 'warn-soft', text],
  ['info', 'info-soft', text],
  ['danger', 'danger-soft', text],
  ['focus', 'paper', boundary],
  // Pairs that the ui adds to the design's list: paper on the ink button, surface on the danger button, notes on paper.
  ['paper', 'ink', text],
  ['surface', 'danger', text],
  ['success', 'paper', text],
  ['warn', 'paper', text],
  ['danger', 'surface', text],
  ['ink-2', 'surface', text],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, theme) => {
  it.each(pairs)('keeps %s readable on %s', (front, back, least) => {
    expect(contrast(theme[front], theme[back])).toBeGreaterThanOrEqual(least)
  })

  it.each(['ink', 'ink-2'])('keeps light %s readable on the tile', front => {
    expect(contrast(light[front], theme.tile)).toBeGreaterThanOrEqual(text)
  })

  it('keeps light ink readable on marigold', () => {
    expect(contrast(light.ink, theme.marigold)).toBeGreaterThanOrEqual(text)
  })
})

describe('the tokens', () => {
  it('have a dark value each', () => {
    expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort())
  })

  it('are the light ones on tiles', () => {
    expect(light).toMatchObject(onTile)
  })

  it('measure as the design says', () => {
    expect(contrast(light.ink, light.paper)).toBeCloseTo(17, 0)
    expect(contrast(dark.ink, dark.paper)).toBeCloseTo(16.7, 0)
  })
})

/** WCAG 2 contrast of two `oklch()` colours. */
function contrast(first = '', second = ''): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(oklch: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = (oklch.match(/[\d.]+/g) ?? []).map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue)
}
