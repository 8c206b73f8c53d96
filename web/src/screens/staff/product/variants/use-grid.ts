import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { VariantValues } from '../product-values.ts'
import {
  type Area,
  COLUMNS,
  type Column,
  clear,
  copied,
  edgesOf,
  fillDown,
  isText,
  moveRow,
  type Place,
  paste,
  textIn,
  withCell,
} from './grid-model.ts'
import type { VariantGridProps } from './variant-grid.tsx'

const ARROWS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

/** What the pointer drags, from which row on, and the row that it is over. */
interface Drag {
  kind: 'select' | 'fill' | 'row'
  from: number
  to?: number
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))

export function useGrid({ rows, onSale, onChange, onToggle, onPickPicture, onUndo, onLeft }: VariantGridProps) {
  const [area, setArea] = useState<Area>()
  const [editing, setEditing] = useState<string>()
  const [drag, setDrag] = useState<Drag>()
  const table = useRef<HTMLTableElement>(null)
  const isFocusDue = useRef(false)
  const edges = area && edgesOf(area)
  const head = area && { row: clamp(area.head.row, rows.length - 1), column: area.head.column }
  useEffect(() => {
    if (!isFocusDue.current || editing !== undefined || !head) return
    isFocusDue.current = false
    cellAt(table.current, head)?.focus()
  })

  function go(place: Place, isExtending = false) {
    const next = { row: clamp(place.row, rows.length - 1), column: clamp(place.column, COLUMNS.length - 1) }
    isFocusDue.current = true
    setEditing(undefined)
    setArea({ anchor: isExtending && area ? area.anchor : next, head: next })
  }

  function edit(text: string) {
    if (head && isText(columnOf(head))) setEditing(text)
  }

  /** Handles Enter, Space or a press on a cell without an input: opens the pictures, or toggles `isActive`. */
  function act({ row, column }: Place) {
    const name = COLUMNS[column]
    if (name === 'media') onPickPicture(row)
    if (name === 'isActive') editRow(row, one => ({ ...one, isActive: !one.isActive }))
  }

  const editRow = (at: number, change: (row: VariantValues) => VariantValues) =>
    onChange(rows => rows.map((row, index) => (index === at ? change(row) : row)))

  function handleDone(typed: string | undefined, move: Place) {
    if (!head) return
    const column = columnOf(head)
    if (typed !== undefined && typed !== textIn(rows[head.row] as VariantValues, column))
      editRow(head.row, row => withCell(row, column, typed, onSale))
    if (move.row === 0 && move.column === 0 && typed !== undefined) return setEditing(undefined)
    go({ row: head.row + move.row, column: head.column + move.column })
  }

  /** A cell of text is typed in, another does what it is for. */
  function open(place: Place) {
    if (isText(columnOf(place))) edit(textIn(rows[place.row] as VariantValues, columnOf(place)))
    else act(place)
  }

  /** What a key does, as in a spreadsheet; undefined is left to the browser. */
  function actionOf(event: KeyboardEvent, head: Place, area: Area) {
    const { key, shiftKey, altKey } = event
    const { row, column } = head
    const isControl = event.ctrlKey || event.metaKey
    const isTyped = isText(columnOf(head))
    const last = { row: rows.length - 1, column: COLUMNS.length - 1 }

    const [down, right] = ARROWS[key] ?? []
    if (down !== undefined && right !== undefined) {
      if (altKey) return () => moveTo(row + down)
      const step = (at: number, by: number) => (isControl && by !== 0 ? by * Infinity : at + by)
      return () => go({ row: step(row, down), column: step(column, right) }, shiftKey)
    }
    if (key === 'Tab') {
      const next = column + (shiftKey ? -1 : 1)
      return isControl || !COLUMNS[next] ? undefined : () => go({ row, column: next })
    }
    if (key === 'Home') return () => go({ row: isControl ? 0 : row, column: 0 }, shiftKey)
    if (key === 'End') return () => go({ row: isControl ? last.row : row, column: last.column }, shiftKey)
    if (key === 'Enter' || key === 'F2') return () => open(head)
    if (key === 'Delete' || key === 'Backspace') return () => onChange(rows => clear(rows, area, onSale))
    if (key === 'Escape') return () => go(head)
    if (key === ' ' && shiftKey) return () => rows[row] && onToggle(rows[row].key)
    if (key === ' ' && !isTyped) return () => open(head)
    if (isControl) {
      const letters: Record<string, () => void> = {
        d: () => onChange(rows => fillDown(rows, area, onSale)),
        z: onUndo,
        a: () => setArea({ anchor: { row: 0, column }, head: { row: last.row, column } }),
      }
      return letters[key.toLowerCase()]
    }
    return key.length === 1 && isTyped && !altKey ? () => setEditing(key) : undefined
  }

  function moveTo(row: number) {
    if (!head) return
    const to = clamp(row, rows.length - 1)
    onChange(rows => moveRow(rows, head.row, to))
    go({ ...head, row: to })
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!head || !area || !(event.target as HTMLElement).matches('[data-column]')) return
    const act = actionOf(event, head, area)
    if (!act) return
    event.preventDefault()
    act()
  }

  function handlePaste(event: ClipboardEvent) {
    if (!area || editing !== undefined) return
    event.preventDefault()
    const pasted = paste(rows, area, event.clipboardData.getData('text'), onSale)
    onChange(() => pasted.rows)
    setArea(pasted.area)
    isFocusDue.current = true
    onLeft(pasted.left)
  }

  function handleCopy(event: ClipboardEvent) {
    if (!area || editing !== undefined) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copied(rows, area))
  }

  function handlePointerDown(event: PointerEvent) {
    const target = event.target as HTMLElement
    const place = placeOf(target)
    if (event.button !== 0 || target.closest('input, label')) return
    // Blurs the input to commit its text: an input that React removes fires no blur event.
    if (editing !== undefined) (document.activeElement as HTMLElement | null)?.blur()
    const from = rowOf(target)
    const kind = target.closest('[data-drag]') ? 'row' : target.closest('[data-fill]') ? 'fill' : 'select'
    if (from === undefined || (kind === 'select' && !place)) return
    event.preventDefault()
    setDrag({ kind, from })
    if (kind === 'select' && place) go(place, event.shiftKey)
  }

  function handlePointerOver(event: PointerEvent) {
    const target = event.target as HTMLElement
    const [place, to] = [placeOf(target), rowOf(target)]
    if (!drag || to === undefined) return
    if (drag.kind !== 'select') setDrag({ ...drag, to })
    else if (place && area) setArea({ ...area, head: place })
  }

  const handlePointerUp = useEffectEvent(() => {
    setDrag(undefined)
    const { kind, from = 0, to } = drag ?? {}
    if (to === undefined) return
    if (kind === 'row') return onChange(rows => moveRow(rows, from, to))
    if (!edges || to <= edges.top) return
    const filled = { anchor: { row: edges.top, column: edges.left }, head: { row: to, column: edges.right } }
    onChange(rows => fillDown(rows, filled, onSale))
    setArea(filled)
  })
  useEffect(() => {
    const stop = () => handlePointerUp()
    addEventListener('pointerup', stop)
    return () => removeEventListener('pointerup', stop)
  }, [])

  const isFilling = drag?.kind === 'fill'
  const selection = edges && { ...edges, bottom: Math.max((isFilling && drag.to) || 0, edges.bottom) }
  const isSeveral = selection && (selection.top < selection.bottom || selection.left < selection.right)
  return {
    table,
    head,
    editing,
    drag,
    handleDone,
    /** The edges of the selected cells, when they are several. */
    selection: isSeveral || isFilling ? selection : undefined,
    fillHandle: edges && COLUMNS[edges.right] !== 'name' ? { row: edges.bottom, column: edges.right } : undefined,
    handlers: {
      onKeyDown: handleKeyDown,
      onPaste: handlePaste,
      onCopy: handleCopy,
      onPointerDown: handlePointerDown,
      onPointerOver: handlePointerOver,
      onClick: (event: { target: EventTarget; shiftKey: boolean }) => {
        const target = event.target as HTMLElement
        const place = placeOf(target)
        if (place && !event.shiftKey && target.closest('[data-press]')) act(place)
      },
      onDoubleClick: () => head && edit(textIn(rows[head.row] as VariantValues, columnOf(head))),
      onFocus: (event: { target: EventTarget }) => {
        const place = placeOf(event.target as HTMLElement)
        const isThere = head && place && place.row === head.row && place.column === head.column
        if (place && !isThere && editing === undefined) setArea({ anchor: place, head: place })
      },
    },
  }
}

const columnOf = ({ column }: Place): Column => COLUMNS[column] ?? 'name'

function rowOf(element: HTMLElement): number | undefined {
  const row = element.closest<HTMLElement>('[data-row]')?.dataset.row
  return row === undefined ? undefined : Number(row)
}

function placeOf(element: HTMLElement): Place | undefined {
  const [row, column] = [rowOf(element), element.closest<HTMLElement>('[data-column]')?.dataset.column]
  return row === undefined || column === undefined ? undefined : { row, column: Number(column) }
}

export const cellAt = (table: HTMLElement | null, { row, column }: Place) =>
  table?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`)
