import { MOST_OPTION_VALUES } from '@mela/contract'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'

interface AddValueProps {
  option: string
  taken: string[]
  onAdd: (names: string[]) => void
}

/** An input that adds one value to an option, or several with commas between them. */
export function AddValue({ option, taken, onAdd }: AddValueProps) {
  const [typed, setTyped] = useState('')
  const known = new Set(taken.map(name => name.toLowerCase()))
  const names = typed.split(',').map(name => name.trim())
  const keys = names.map(name => name.toLowerCase())
  const added = names.filter(
    (name, at) => name !== '' && !known.has(keys[at] ?? '') && keys.indexOf(keys[at] ?? '') === at,
  )

  function handleAdd() {
    if (added.length > 0) onAdd(added)
    setTyped('')
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    handleAdd()
  }

  return (
    <div className="flex gap-2">
      <input
        dir="auto"
        aria-label={`Add a value of ${option}`}
        placeholder="Add values, such as S, M, L"
        autoComplete="off"
        value={typed}
        disabled={taken.length >= MOST_OPTION_VALUES}
        className="control h-10! min-w-0"
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      <Button variant="outline" size={40} disabled={added.length === 0} onClick={handleAdd}>
        <Plus className="size-4" /> Add
      </Button>
    </div>
  )
}
