import { describe, expect, it } from 'vitest'
import { typedTerms, writtenTerms } from './analyzer.ts'
import { stem } from './stem.ts'

describe('the terms of a keyword', () => {
  it.each([
    ['  SHOE  ', ['shoe']],
    ['Café jäckét', ['cafe', 'jacket']],
    ['Łódź, Ærø & Straße', ['lodz', 'aero', 'strasse']],
    ['Men’s T-Shirt', ['mens', 'tshirt']],
    ['block-print block', ['block', 'print']],
    ['150 g/m²', ['150', 'g', 'm2']],
    ['मेला', ['मेला']],
    ['(.*)', []],
    ['a shirt with the pocket', ['shirt', 'pocket']],
    ['in', ['in']],
  ])('%j are %j', (keyword, terms) => {
    expect(typedTerms(keyword)).toEqual(terms)
  })
})

describe('the terms of a text', () => {
  it('hold compounds as one word and in parts', () => {
    expect(writtenTerms('A block-print T-shirt')).toEqual(['a', 'block', 'print', 'blockprint', 't', 'shirt', 'tshirt'])
  })
})

describe('singular and plural', () => {
  it.each([
    ['shoe', 'shoes'],
    ['watch', 'watches'],
    ['dress', 'dresses'],
    ['kurta', 'kurtas'],
    ['box', 'boxes'],
    ['story', 'stories'],
    ['tie', 'ties'],
    ['lens', 'lens'],
    ['kurti', 'kurtis'],
  ])('%s and %s are one word', (one, many) => {
    expect(stem(many)).toBe(stem(one))
  })

  it('leaves a double s alone', () => {
    expect(stem('glass')).toBe('glass')
  })
})
