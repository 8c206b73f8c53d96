import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'

describe('an excerpt', () => {
  it.each([
    ['A short text.', 'A short text.'],
    ['Two\n\nparagraphs', 'Two paragraphs'],
    ['Linen that creases, as linen does', 'Linen that creases…'],
    ['Endlessendlessendlessendless', 'Endlessendlessendless…'],
  ])('%j reads %j', (text, expected) => {
    expect(excerpt(text, 21)).toBe(expected)
  })
})
