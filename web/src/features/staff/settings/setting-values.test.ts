import { expect, it } from 'vitest'
import { wordsFor } from './setting-values.ts'

it('names the places, prices and days of delivery zones', () => {
  const method = { price: 3.5, steps: [], freeAbove: null, minDays: null, maxDays: null }
  const van = { ...method, name: 'Van', steps: [{ from: 50, price: 2 }], freeAbove: 100, minDays: 0, maxDays: 3 }
  const zones = [
    {
      name: 'West',
      places: [
        { country: 'US', state: 'California' },
        { country: 'CA', state: null },
      ],
      methods: [van],
    },
    { name: 'Elsewhere', places: [], methods: [{ ...method, name: 'Post' }] },
  ]

  expect(wordsFor('delivery', 'zones', zones)).toBe(
    'West (US California, CA): Van 3.5 (2 from 50, free above 100, 0–3 days); Elsewhere: Post 3.5',
  )
  expect(wordsFor('delivery', 'zones', [{ name: 'None', places: [], methods: [] }])).toBe('None: no method')
})
