/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrastOf, DARK_PAPER, ON_ACCENT } from '@mela/contract'
import { describe, expect, it } from 'vitest'

type Theme = Record<string, string>

const css = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8')
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

  it('are those that the rule for accent colours knows', () => {
    expect(ON_ACCENT).toEqual({ light: colourOf(light['on-brand']), dark: colourOf(dark['on-brand']) })
    expect(DARK_PAPER).toEqual(colourOf(dark.paper))
  })

  it('are the light ones on tiles', () => {
    expect(light).toMatchObject(onTile)
  })
})

const colourOf = (oklch = ''): [number, number, number] => {
  const [lightness = 0, chroma = 0, hue = 0] = (oklch.match(/[\d.]+/g) ?? []).map(Number)
  return [lightness, chroma, hue]
}

const contrast = (one?: string, other?: string) => contrastOf(colourOf(one), colourOf(other))
