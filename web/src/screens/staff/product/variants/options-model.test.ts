import { describe, expect, it } from 'vitest'
import { newVariant } from '../variant-values.ts'
import {
  addOption,
  addValue,
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
const add = (draft: Draft, option: number, ...names: string[]) =>
  names.reduce((draft, name) => addValue(draft, option, name, plain), draft)
const sizes = () => add(addOption({ options: [], variants: [] }, 'Size'), 0, 'S', 'M')
const both = () => generateMissing(add(addOption(sizes(), 'Colour'), 1, 'Indigo', 'Cream'))
const shown = ({ variants }: Draft) => variants.map(({ options }) => Object.values(options).join(' '))

describe('the variants of a product', () => {
  it('begin with its only one and its stock, in the first value', () => {
    expect(sizes().variants).toMatchObject([{ _id: 'a', options: { Size: 'S' }, stock: '7' }])
    expect(missingCombinations(sizes())).toEqual([{ Size: 'M' }])
  })

  it('are generated for each missing combination, in the order of the values', () => {
    expect(shown(both())).toEqual(['S Indigo', 'S Cream', 'M Indigo', 'M Cream'])
    expect(both().variants[0]).toMatchObject({ _id: 'a', stock: '7' })
    expect(missingCombinations(both())).toEqual([])
  })

  it('are 250 at the most', () => {
    const numbers = Array.from({ length: 40 }, (_, at) => String(at))
    const draft = add(
      add(addOption(add(addOption({ options: [], variants: [] }, 'A'), 0, ...numbers), 'B'), 1, ...numbers),
      0,
    )
    expect(generateMissing(draft).variants).toHaveLength(250)
  })

  it('keep their values when option and value are renamed', () => {
    const renamed = renameValue(renameOption(both(), 1, 'Shade'), 1, 'Cream', 'Ivory')
    expect(renamed.options[1]).toEqual({ name: 'Shade', values: [{ name: 'Indigo' }, { name: 'Ivory' }] })
    expect(renamed.variants[1]?.options).toEqual({ Size: 'S', Shade: 'Ivory' })
    expect(renamed.variants[0]?.key).toBe('a')
  })

  it('go with their value, and all but the first of each combination with an option', () => {
    expect(shown(removeValue(both(), 0, 'S'))).toEqual(['M Indigo', 'M Cream'])
    expect(shown(removeOption(both(), 0))).toEqual(['Indigo', 'Cream'])
    expect(removeOption(sizes(), 0)).toMatchObject({ options: [], variants: [{ _id: 'a', options: {} }] })
    expect(lostBy(both(), removeValue(both(), 0, 'S'))).toEqual({ variants: 1, units: 7 })
  })

  it('follow the order of the values, unless staff have given them another', () => {
    const values = [{ name: 'M' }, { name: 'S' }]
    expect(shown(setValues(both(), 0, values))).toEqual(['M Indigo', 'M Cream', 'S Indigo', 'S Cream'])
    const mixed = { ...both(), variants: both().variants.toReversed() }
    expect(shown(setValues(mixed, 0, values))).toEqual(shown(mixed))
  })
})
