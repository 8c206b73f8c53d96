import type { Selection } from './data-table.tsx'

const boxClass = 'block size-4.5 accent-ink pointer-coarse:size-6'

export function SelectRow<Row>({ id, row, selection }: { id: string; row: Row; selection: Selection<Row> }) {
  const { selected, onChange, labelOf } = selection

  function handleChange(isChosen: boolean) {
    const next = new Set(selected)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChange(next)
  }

  return (
    <td className="w-12 max-md:col-start-1 max-md:w-auto md:pl-5">
      <label className="-m-3 inline-grid p-3 align-middle">
        <span className="sr-only">{`Select ${labelOf(row)}`}</span>
        <input
          type="checkbox"
          className={boxClass}
          checked={selected.has(id)}
          onChange={event => handleChange(event.currentTarget.checked)}
        />
      </label>
    </td>
  )
}

interface SelectAllProps<Row> {
  ids: string[]
  selection: Selection<Row>
  isInert: boolean | undefined
}

/** The checkbox of the head: all rows of this page, or none. */
export function SelectAll<Row>({ ids, selection, isInert }: SelectAllProps<Row>) {
  const chosen = ids.filter(id => selection.selected.has(id)).length
  const isAll = ids.length > 0 && chosen === ids.length

  return (
    <th scope="col" className="z-1 h-11 lg:sticky lg:top-16 w-12 border-line border-b bg-surface pl-5">
      <label inert={isInert} className="-m-3 inline-grid p-3 align-middle">
        <span className="sr-only">Select all on this page</span>
        <input
          type="checkbox"
          className={boxClass}
          checked={isAll}
          ref={box => {
            if (box) box.indeterminate = chosen > 0 && !isAll
          }}
          onChange={() => selection.onChange(new Set(isAll ? [] : ids))}
        />
      </label>
    </th>
  )
}
