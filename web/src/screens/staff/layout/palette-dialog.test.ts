import { staffPaths } from '@mela/contract'
import { expect, it } from 'vitest'
import { namedScreens } from '../dashboard-screens.ts'
import { screensNamed } from './palette-dialog.tsx'

it('finds screens by the beginnings of their words, in any order', () => {
  expect(screensNamed('ord').map(({ label }) => label)).toContain('Orders')
  expect(screensNamed('products inac').map(({ label }) => label)).toEqual(['Inactive products'])
  expect(screensNamed('zzz')).toEqual([])
})

it('gives each key to one screen', () => {
  const keys = namedScreens.flatMap(({ key }) => key ?? [])

  expect(new Set(keys).size).toBe(keys.length)
})

it('names every screen of the dashboard that needs no id', () => {
  const needNoId = Object.values(staffPaths).filter(path => typeof path === 'string')

  expect(namedScreens.map(({ to }) => to)).toEqual(expect.arrayContaining(needNoId))
})
