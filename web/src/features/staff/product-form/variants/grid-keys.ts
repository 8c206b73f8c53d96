import { COLUMNS, type Place } from './grid-model.ts'

/** What a key asks of the grid. */
export type GridCommand =
  | { name: 'go'; to: Place; isExtending: boolean }
  | { name: 'move-row'; to: number }
  | { name: 'type'; text: string }
  /** Opens a cell of text with what is in it; does what the others are for. */
  | { name: 'open' }
  | { name: 'toggle-row' | 'clear' | 'leave' | 'fill-down' | 'undo' | 'select-column' }

interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

interface Cell {
  place: Place
  isText: boolean
}

const ARROWS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

const LETTERS: Record<string, GridCommand> = {
  d: { name: 'fill-down' },
  z: { name: 'undo' },
  a: { name: 'select-column' },
}

/** The first or the last when there is a direction. */
const edge = (direction: number, present: number, count: number) =>
  direction === 0 ? present : direction < 0 ? 0 : count - 1

/** The command of a key, as in a spreadsheet, in a grid of so many rows; undefined is left to the browser. */
export function commandOf(event: Key, { place, isText }: Cell, rows: number): GridCommand | undefined {
  const { key, altKey, shiftKey } = event
  const { row, column } = place
  const isControl = event.ctrlKey || event.metaKey
  const go = (row: number, column: number, isExtending = shiftKey) =>
    ({ name: 'go', to: { row, column }, isExtending }) as const

  const [down, right] = ARROWS[key] ?? []
  if (down !== undefined && right !== undefined) {
    if (altKey) return { name: 'move-row', to: row + down }
    if (isControl) return go(edge(down, row, rows), edge(right, column, COLUMNS.length))
    return go(row + down, column + right)
  }
  if (key === 'Tab') {
    const next = column + (shiftKey ? -1 : 1)
    return isControl || next < 0 || next >= COLUMNS.length ? undefined : go(row, next, false)
  }
  if (key === 'Home') return go(isControl ? 0 : row, 0)
  if (key === 'End') return go(isControl ? rows - 1 : row, COLUMNS.length - 1)
  if (key === 'Enter' || key === 'F2') return { name: 'open' }
  if (key === 'Delete' || key === 'Backspace') return { name: 'clear' }
  if (key === 'Escape') return { name: 'leave' }
  if (key === ' ' && shiftKey) return { name: 'toggle-row' }
  if (key === ' ' && !isText) return { name: 'open' }
  if (isControl) return LETTERS[key.toLowerCase()]
  return key.length === 1 && isText && !altKey ? { name: 'type', text: key } : undefined
}
