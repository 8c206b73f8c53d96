import { describe, expect, it } from 'vitest'
import { insertText, link, prefixLines, type Selected, table, wrap } from './markdown-field.tsx'

/** A text whose selection is in brackets: 'a [b] c'. */
const selected = (text: string): Selected => {
  const [start, end] = [text.indexOf('['), text.indexOf(']') - 1]
  return { value: text.replace('[', '').replace(']', ''), start, end }
}
const shown = ({ value, start, end }: Selected) =>
  `${value.slice(0, start)}[${value.slice(start, end)}]${value.slice(end)}`
const asList = (text: Selected) => prefixLines(text, () => '- ', /^[-*+] /)

describe('a button of the toolbar', () => {
  it.each([
    ['a [b] c', 'a **[b]** c'],
    ['a **[b]** c', 'a [b] c'],
    ['a [] c', 'a **[bold]** c'],
  ])('makes words bold, and plain again: %s', (before, after) => {
    expect(shown(wrap(selected(before), '**', 'bold'))).toBe(after)
  })

  it.each([
    ['o[ne\ntw]o', '[- one\n- two]'],
    ['[- one\n- two]', '[one\ntwo]'],
    ['text\n[one]', 'text\n\n[- one]'],
    ['[]', '[- ]'],
  ])('makes a list of the selected lines, and lines again: %j', (before, after) => {
    expect(shown(asList(selected(before)))).toBe(after)
  })

  it('numbers lines', () => {
    const numbered = prefixLines(selected('[one\ntwo]'), line => `${line + 1}. `, /^\d+[.)] /)

    expect(numbered.value).toBe('1. one\n2. two')
  })

  it('makes a link of the selected words, with its address selected', () => {
    const { value, start, end } = link(selected('read [our guide] now'))

    expect(value).toBe('read [our guide](https://) now')
    expect(value.slice(start, end)).toBe('https://')
  })

  it('inserts a table between empty lines, and a text at the cursor', () => {
    expect(table(selected('before[] after')).value).toBe(
      'before\n\n| Size | Chest |\n| --- | --- |\n| S | 90 cm |\n\n after',
    )
    expect(shown(insertText(selected('a [b] c'), 'x'))).toBe('a x[] c')
  })
})
