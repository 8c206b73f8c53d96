import { expect, it } from 'vitest'
import { COLUMNS, commandOf, type GridCommand } from './grid-model.ts'

const LAST = COLUMNS.length - 1
const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const control = { ctrlKey: true }
const shift = { shiftKey: true }
const alt = { altKey: true }
const to = (row: number, column: number, isExtending = false): GridCommand => ({
  name: 'go',
  to: { row, column },
  isExtending,
})

it.each<[label: string, key: string, held: Partial<typeof none>, isText: boolean, command: GridCommand | undefined]>([
  ['an arrow goes one cell on', 'ArrowDown', {}, true, to(4, 2)],
  ['Shift and an arrow extend the selection', 'ArrowLeft', shift, true, to(3, 1, true)],
  ['Page Down goes ten rows on', 'PageDown', {}, true, to(13, 2)],
  ['Control and up go to the first row', 'ArrowUp', control, true, to(0, 2)],
  ['Control and right go to the last column', 'ArrowRight', control, true, to(3, LAST)],
  ['Control and left go to the first column', 'ArrowLeft', control, true, to(3, 0)],
  ['Alt and an arrow move the row', 'ArrowUp', alt, true, { name: 'move-row', to: 2 }],
  ['Tab goes one column on', 'Tab', {}, true, to(3, 3)],
  ['Shift and Tab go one column back', 'Tab', shift, true, to(3, 1)],
  ['Control and Tab are the browser’s', 'Tab', control, true, undefined],
  ['End goes to the last column', 'End', {}, true, to(3, LAST)],
  ['Control and End go to the last cell', 'End', control, true, to(19, LAST)],
  ['Control and Home go to the first cell', 'Home', control, true, to(0, 0)],
  ['Enter opens a cell', 'Enter', {}, true, { name: 'open' }],
  ['Shift and Space choose the row', ' ', shift, true, { name: 'toggle-row' }],
  ['Space acts on a cell that is not typed in', ' ', {}, false, { name: 'open' }],
  ['Space is typed into a cell of text', ' ', {}, true, { name: 'type', text: ' ' }],
  ['a letter is typed into a cell of text', 'd', {}, true, { name: 'type', text: 'd' }],
  ['a letter does nothing to another cell', 'd', {}, false, undefined],
  ['a letter with Alt is the browser’s', 'd', alt, true, undefined],
  ['Control and D fill down', 'D', control, true, { name: 'fill-down' }],
  ['Command and Z undo', 'z', { metaKey: true }, true, { name: 'undo' }],
  ['Control and C are the browser’s', 'c', control, true, undefined],
])('%s', (_label, key, held, isText, command) => {
  expect(commandOf({ key, ...none, ...held }, { place: { row: 3, column: 2 }, isText }, 20)).toEqual(command)
})
