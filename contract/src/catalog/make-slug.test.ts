import { expect, it } from 'vitest'
import { makeSlug } from './make-slug.ts'

it.each([
  ['Crème & Brûlée', 'creme-brulee'],
  ['Łódź', 'lodz'],
  ['Обувь', 'obuv'],
  ['Часы', 'chasy'],
  ['Подъёмник', 'podyomnik'],
  ['Öl', 'ol'],
  ['Straße', 'strasse'],
  ['Ελληνικά', 'ellinika'],
  ['日本語', 'ri-ben-yu'],
  ['한국어', 'hangugeo'],
  ['שעון', 'shvn'],
  ['حقيبة', 'hqyb'],
  ['T‑shirt', 't-shirt'],
  ['Kaf\u00adfee', 'kaffee'],
  ['１２ ｃｍ', '12-cm'],
  ['Running  Shoes & Co', 'running-shoes-co'],
  ['Sale!', 'sale'],
  ['👟', ''],
  ['— !', ''],
])('B84 the slug of %j is %j', (name, slug) => {
  expect(makeSlug(name)).toBe(slug)
})
