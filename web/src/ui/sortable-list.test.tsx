import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SortableList } from './sortable-list.tsx'

const fruits = ['Apple', 'Banana', 'Cherry'].map(name => ({ _id: name.toLowerCase(), name }))

function Fruits() {
  const [items, setItems] = useState(fruits)
  return (
    <SortableList
      items={items}
      onChange={setItems}
      label="Fruits"
      noun="fruit"
      className=""
      handleClassName=""
      handle={({ name }) => name}
    />
  )
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  render(<Fruits />)
})
afterEach(cleanup)

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const item = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}, place`) })

/** Presses the keys one after another, with no time between them. */
function press(name: string, ...keys: string[]) {
  item(name).focus()
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}

it('arrow keys move an item at once, and no further than the ends', () => {
  press('Apple', 'ArrowDown', 'ArrowDown', 'ArrowDown')

  expect(names()).toEqual(['Banana', 'Cherry', 'Apple'])
  expect(screen.getByText('Apple is at place 3 of 3.')).toBeDefined()
  expect(document.activeElement).toBe(item('Apple'))
})
