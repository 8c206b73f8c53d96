import { type KeyboardEvent, useEffect, useState } from 'react'
import { indexIn, moved, type Sortable, sentencesOf } from './sorting.ts'

const STEPS: Record<string, number | undefined> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/**
 * Sorts `items` by keyboard: space picks up and drops, arrow keys move, escape cancels. `shown` has the order that a
 * drop would keep; `said` is for screen readers. The drag library's own keys depend on measured places, and a key that
 * came before it had measured was lost.
 */
export function useKeyboardSorting<Item extends Sortable>(
  items: Item[],
  noun: string,
  onChange: (items: Item[]) => void,
) {
  const [held, setHeld] = useState<{ id: string; index: number }>()
  const [said, setSaid] = useState('')
  const sentences = sentencesOf(items, noun)
  const shown = held ? moved(items, held.id, held.index) : items

  // React keeps the focus on the moved item, but does not scroll to it.
  useEffect(() => {
    if (held) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [held])

  function hold(id: string, index: number) {
    setHeld({ id, index })
    setSaid(sentences.held(id, index))
  }

  function drop() {
    if (!held) return
    setHeld(undefined)
    setSaid(sentences.dropped(held.id, held.index))
    if (indexIn(items, held.id) !== held.index) onChange(shown)
  }

  function handleKeyDown(event: KeyboardEvent, id: string) {
    const step = STEPS[event.key]
    if (event.key === ' ' || event.key === 'Enter') {
      if (!event.repeat) held ? drop() : hold(id, indexIn(items, id))
    } else if (held && step) {
      hold(held.id, Math.min(Math.max(held.index + step, 0), items.length - 1))
    } else if (held && event.key === 'Escape') {
      setHeld(undefined)
      setSaid(sentences.kept(held.id))
    } else return
    event.preventDefault()
  }

  return { shown, heldId: held?.id, said, handleKeyDown, drop }
}
