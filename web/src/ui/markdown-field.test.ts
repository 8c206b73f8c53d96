import { describe, expect, it } from 'vitest'
import { insertLink, insertTable, prefixLines, wrap } from './markdown-field.tsx'

/** A field whose selection is in brackets: 'a [b] c'. */
function fieldOf(text: string) {
  const field = document.createElement('textarea')
  field.value = text.replace('[', '').replace(']', '')
  field.setSelectionRange(text.indexOf('['), text.indexOf(']') - 1)
  return field
}

const shown = ({ value, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement) =>
  `${value.slice(0, start)}[${value.slice(start, end)}]${value.slice(end)}`

function after(edit: (field: HTMLTextAreaElement) => void, text: string): string {
  const field = fieldOf(text)
  edit(field)
  return shown(field)
}

describe('a button of the toolbar', () => {
  it.each([
    ['a [b] c', 'a **[b]** c'],
    ['a **[b]** c', 'a [b] c'],
    ['a [] c', 'a **[bold]** c'],
  ])('makes words bold, and plain again: %s', (before, made) => {
    expect(after(field => wrap(field, '**', 'bold'), before)).toBe(made)
  })

  it.each([
    ['o[ne\ntw]o', '[- one\n- two]'],
    ['[- one\n- two]', '[one\ntwo]'],
    ['text\n[one]', 'text\n[- one]'],
    ['[]', '[- ]'],
  ])('makes a list of the selected lines, and lines again: %j', (before, made) => {
    expect(after(field => prefixLines(field, () => '- ', /^[-*+] /), before)).toBe(made)
  })

  it('numbers lines', () => {
    expect(after(field => prefixLines(field, at => `${at + 1}. `, /^\d+[.)] /), '[one\ntwo]')).toBe('[1. one\n2. two]')
  })

  it('makes a link of the selected words, with its address selected', () => {
    const field = fieldOf('read [our guide] now')
    insertLink(field)

    expect(field.value).toBe('read [our guide](https://) now')
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('https://')
  })

  it('inserts a table between empty lines', () => {
    expect(after(insertTable, 'before[] after')).toBe(
      'before\n\n[| Size | Chest |\n| --- | --- |\n| S | 90 cm |]\n\n after',
    )
  })
})
