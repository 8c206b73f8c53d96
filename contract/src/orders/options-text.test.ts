import { describe, expect, it } from 'vitest'
import { optionsText } from './options-text.ts'

describe('the options of a line', () => {
  it.each([
    [{}, ''],
    [{ Size: 'M', Colour: 'Indigo' }, 'Size M · Indigo'],
    [{ Size: 'XS/S', Colour: 'Red' }, 'Size XS/S · Red'],
    [{ Size: 'EU 42', Length: 'Regular' }, 'Size EU 42 · Regular'],
    [{ Size: 'm', Colour: 'नीला' }, 'Size m · नीला'],
  ])('of %j are %j: short values and sizes follow their option', (options, text) => {
    expect(optionsText(options)).toBe(text)
  })
})
