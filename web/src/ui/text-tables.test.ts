import { describe, expect, it } from 'vitest'
import { textBlocks } from './text-tables.tsx'

describe('the blocks of a text', () => {
  it('are tables of the lines with cells, as typed or pasted from a spreadsheet, and paragraphs of the others', () => {
    const text = 'Measured in cm.\n\nSize | Chest\nS | 88–94\nAsk us.\r\nSize\tFoot\r\n36\t22.5'

    expect(textBlocks(text)).toEqual([
      'Measured in cm.',
      [
        ['Size', 'Chest'],
        ['S', '88–94'],
      ],
      'Ask us.',
      [
        ['Size', 'Foot'],
        ['36', '22.5'],
      ],
    ])
  })

  it('are those of a table of Markdown, without the line under its head', () => {
    const text = '| Size | Chest |\n|:---|---:|\n| S | 88–94 |'

    expect(textBlocks(text)).toEqual([
      [
        ['Size', 'Chest'],
        ['S', '88–94'],
      ],
    ])
  })

  it('keep empty cells of a spreadsheet, and tell no cells from none', () => {
    expect(textBlocks('\tEU\nS\t')).toEqual([
      [
        ['', 'EU'],
        ['S', ''],
      ],
    ])
    expect(textBlocks('|\n | \n-')).toEqual(['-'])
  })
})
