import type { ChosenOptions } from '@mela/contract'
import { expect, it } from 'vitest'
import { countOptions, numberOptions } from './count-options.ts'

function count(products: { variants: Record<string, string>[]; count: number }[], chosen: ChosenOptions = {}) {
  const { values, setOf } = numberOptions()
  const numbered = products.map(({ variants, count }) => ({ set: setOf(variants), count }))
  return countOptions(numbered, values, chosen)
}

const valuesOf = (...values: string[]) => values.map(value => ({ Size: value }))

it('lists words by frequency, then sizes of letters, then numbers', async () => {
  const products = [
    { variants: valuesOf('L', 'XS', 'XL', 'One size'), count: 1 },
    { variants: valuesOf('M', 'S', 'Other'), count: 9 },
    { variants: valuesOf('100', '36', '36.5'), count: 2 },
  ]

  const [size] = await count(products)

  const names = size?.values.map(({ name }) => name)
  expect(names).toEqual(['Other', 'One size', 'XS', 'S', 'M', 'L', 'XL', '36', '36.5', '100'])
})

it('lists options that are as frequent by their names, in whatever order they were met', async () => {
  const [colour, size] = [
    { variants: [{ Colour: 'Red', Size: 'M' }], count: 1 },
    { variants: [{ Size: 'L' }], count: 1 },
  ]
  const width = { variants: [{ Width: 'Wide' }], count: 1 }

  expect(await count([width, size, colour])).toEqual(await count([colour, size, width]))
})

it('shows the thirty most frequent values of the six most frequent options', async () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ variants: valuesOf(`${index}`), count: index + 1 }))
  const others = Array.from({ length: 8 }, (_, index) => ({ variants: [{ [`Option ${index}`]: 'A' }], count: 1 }))

  const options = await count([...others, ...many])

  expect(options).toHaveLength(6)
  expect(options[0]?.values).toHaveLength(30)
  expect(options[0]?.values[0]).toEqual({ name: '10', count: 11 })
})
