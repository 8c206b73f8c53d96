import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeText, readRecords, splitDelimiter } from './read-records.ts'

const cellsIn = (text: string, delimiter = ',') => [...readRecords(text, delimiter)].map(({ cells }) => cells)
const brokenIn = (text: string) => [...readRecords(text, ',')].map(({ isBroken }) => isBroken)

it('reads every table that a program writes', () => {
  const unit = fc.constantFrom('a', ' ', '"', ',', ';', '\n', '\r\n', 'é', '5')
  const cell = fc.string({ unit }).map(text => text.trim())
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1 })
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
      const text = stringify(rows, { delimiter, quoted: true })
      expect(cellsIn(text, delimiter)).toEqual(rows)
    }),
  )
})

it.each([
  ['an inch mark', 'a,Pan 12" black,c\n', [['a', 'Pan 12" black', 'c']]],
  ['an inch mark in a quoted cell', '"Pan 12" black",c\n', [['Pan 12" black', 'c']]],
  ['quotation marks after padding', 'a , "b, c" ,d', [['a ', 'b, c', 'd']]],
  ['line ends of every kind', 'a\rb\r\nc\nd', [['a'], ['b'], ['c'], ['d']]],
  ['an empty quoted cell', '"",a', [['', 'a']]],
])('reads %s', (_, text, cells) => {
  expect(cellsIn(text)).toEqual(cells)
})

it.each([
  ['in the middle', 'x,"12 inch, black\ny,"Nice, pan"\nz,plain\n', [true, false, false]],
  ['at the end', 'y,"Nice"\nx,"12 inch\n', [false, true]],
])('a quotation mark that is never closed costs its own line: %s', (_, text, broken) => {
  expect(brokenIn(text)).toEqual(broken)
})

it.each([
  ['UTF-8 with a mark', Buffer.from('\ufeffÄ,1')],
  ['UTF-16 LE with a mark', Buffer.from('\ufeffÄ,1', 'utf16le')],
  ['UTF-16 LE', Buffer.from('Ä,12345', 'utf16le')],
  ['UTF-16 BE with a mark', Buffer.from('\ufeffÄ,1', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from([0xc4, 0x2c, 0x31])],
])('decodes %s', (_, bytes) => {
  expect(decodeText(bytes)).toMatch(/^Ä,1/)
})

it.each([
  ['sep=;\r\nName;Price', ';', 'Name;Price'],
  ['"sep=,"\nName,Price', ',', 'Name,Price'],
  ['Name;Body, long;Price', ';', 'Name;Body, long;Price'],
  ['"Name, first"\tPrice', '\t', '"Name, first"\tPrice'],
])('finds the delimiter of %j', (text, delimiter, table) => {
  expect(splitDelimiter(text)).toEqual({ delimiter, table })
})
