import { expect, it } from 'vitest'
import { screens, screensNamed } from './screens.ts'

it('finds screens by the beginnings of their words, in any order', () => {
  expect(screensNamed('ord').map(({ label }) => label)).toContain('Orders')
  expect(screensNamed('products inac').map(({ label }) => label)).toEqual(['Inactive products'])
  expect(screensNamed('zzz')).toEqual([])
})

it('gives each key to one screen', () => {
  const keys = screens.flatMap(({ key }) => key ?? [])

  expect(new Set(keys).size).toBe(keys.length)
})
