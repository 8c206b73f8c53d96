import { describe, expect, it } from 'vitest'
import { fittingVariants, mergeVariants, newVariant } from './variant-values.ts'

const row = (key: string, given: object = {}) => ({ ...newVariant({ Size: key }), key, _id: key, stock: '3', ...given })

const stock = { loaded: 6, latest: 6 }

describe('variants that someone else has changed meanwhile', () => {
  it('keep what is typed, show the other value, and carry sales', () => {
    const loaded = [row('S'), row('M')]
    const latest = [row('S', { price: '52', sku: 'A' }), row('M', { stock: '2' })]
    const mine = [row('S', { price: '49' }), row('M', { stock: '10' })]

    expect(mergeVariants({ loaded, latest, mine, stock })).toEqual([
      row('S', { price: '49', sku: 'A', theirs: { price: '52' } }),
      row('M', { stock: '9' }),
    ])
  })

  it('go and come with theirs, but stay where something is typed', () => {
    const loaded = [row('S'), row('M')]
    const added = newVariant({ Size: 'XL' })
    const mine = [row('S'), row('M', { sku: 'B' }), added]
    const merged = mergeVariants({ loaded, latest: [row('L')], mine, stock })

    expect(merged).toEqual([row('M', { sku: 'B' }), added, row('L')])
  })

  it('have the options of whose options stay', () => {
    const loaded = [row('S')]
    const latest = [row('S', { options: { Fit: 'S' } })]
    const states = { loaded, latest, mine: [row('S', { price: '49' })], stock }

    expect(mergeVariants(states)).toEqual([row('S', { options: { Fit: 'S' }, price: '49' })])
    expect(mergeVariants({ ...states, hasOwnOptions: true })).toEqual([row('S', { price: '49' })])
  })

  it('go where they fit no combination of the options, or a saved one has it', () => {
    const options = [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }]
    const typed = newVariant({ Size: 'M' })
    const rows = [row('S'), row('L'), typed, row('M'), { ...row('S'), key: 'x', options: { Size: 'S', Fit: 'Slim' } }]

    expect(fittingVariants(options, rows)).toEqual([row('S'), row('M')])
    expect(fittingVariants(options, [typed])).toEqual([typed])
  })

  it('carry the sales of a product that gets its first options', () => {
    const mine = [row('S', { stock: '6' }), newVariant({ Size: 'M' })]
    const [first] = mergeVariants({ loaded: [], latest: [], mine, stock: { loaded: 6, latest: 4 } })
    expect(first?.stock).toBe('4')
  })
})
