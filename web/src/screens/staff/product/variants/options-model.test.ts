import type { ProductOption } from '@mela/contract'
import { describe, expect, it } from 'vitest'
import { newVariant } from '../product-values.ts'
import {
  addOption,
  addValues,
  type Draft,
  generateMissing,
  lostBy,
  missingCombinations,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
  setValues,
} from './options-model.ts'

const plain = { ...newVariant({}), key: 'a', _id: 'a', stock: '7' }
const optionOf = ({ options }: Draft, index: number) => options[index] as ProductOption
const withValues = (draft: Draft, index: number, ...names: string[]) =>
  addValues(draft, optionOf(draft, index), names, plain)
const sizes = () => withValues(addOption({ options: [], variants: [] }, 'Size'), 0, 'S', 'M')
const both = () => generateMissing(withValues(addOption(sizes(), 'Colour'), 1, 'Indigo', 'Cream'))
const shown = ({ variants }: Draft) => variants.map(({ options }) => Object.values(options).join(' '))

describe('the variants of a product', () => {
  it('begin with its only one and its stock, in the first value', () => {
    expect(sizes().variants).toMatchObject([{ _id: 'a', options: { Size: 'S' }, stock: '7' }])
    expect(missingCombinations(sizes())).toEqual([{ Size: 'M' }])
  })

  it('are 250 at the most', () => {
    const numbers = Array.from({ length: 40 }, (_, at) => String(at))
    const rows = withValues(addOption({ options: [], variants: [] }, 'A'), 0, ...numbers)
    expect(generateMissing(withValues(addOption(rows, 'B'), 1, ...numbers)).variants).toHaveLength(250)
  })

  it('keep their values when option and value are renamed', () => {
    const draft = both()
    const shades = renameOption(draft, optionOf(draft, 1), 'Shade')
    const renamed = renameValue(shades, optionOf(shades, 1), 'Cream', 'Ivory')
    expect(renamed.options[1]).toEqual({ name: 'Shade', values: [{ name: 'Indigo' }, { name: 'Ivory' }] })
    expect(renamed.variants[1]?.options).toEqual({ Size: 'S', Shade: 'Ivory' })
    expect(renamed.variants[0]?.key).toBe('a')
  })

  it('go with their value, and all but the first of each combination with an option', () => {
    const draft = both()
    const without = removeValue(draft, optionOf(draft, 0), 'S')
    expect(shown(without)).toEqual(['M Indigo', 'M Cream'])
    expect(lostBy(draft, without)).toEqual({ variants: 1, units: 7 })
    expect(shown(removeOption(draft, optionOf(draft, 0)))).toEqual(['Indigo', 'Cream'])
    const plainAgain = sizes()
    expect(removeOption(plainAgain, optionOf(plainAgain, 0))).toMatchObject({
      options: [],
      variants: [{ _id: 'a', options: {} }],
    })
  })

  it('follow the order of the values, unless staff have given them another', () => {
    const values = [{ name: 'M' }, { name: 'S' }]
    const draft = both()
    const mixed = { ...draft, variants: draft.variants.toReversed() }

    expect(shown(setValues(draft, optionOf(draft, 0), values))).toEqual(['M Indigo', 'M Cream', 'S Indigo', 'S Cream'])
    expect(shown(setValues(mixed, optionOf(mixed, 0), values))).toEqual(shown(mixed))
  })
})
