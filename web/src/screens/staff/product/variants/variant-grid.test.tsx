import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useFormContext } from 'react-hook-form'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Form } from '../../../../ui/form.tsx'
import { newProductValues, newVariant, type ProductValues, type VariantValues } from '../product-values.ts'
import { VariantSection } from './variant-section.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sizes = ['S', 'M', 'L']
const rows = sizes.map((Size, at) => ({ ...newVariant({ Size }), key: Size, _id: Size, stock: String(at + 1) }))

function openGrid({
  variants = rows,
  errors = {},
}: {
  variants?: VariantValues[]
  errors?: Record<string, string>
} = {}) {
  let read: () => ProductValues = () => newProductValues
  const options = [{ name: 'Size', values: sizes.map(name => ({ name })) }]
  function Variants() {
    const form = useFormContext<ProductValues>()
    read = form.getValues
    return (
      <>
        <button
          type="button"
          onClick={() => {
            for (const [path, message] of Object.entries(errors)) form.setError(path as 'variants', { message })
          }}
        >
          Refuse
        </button>
        <VariantSection firstId={undefined} isAdding={false} />
      </>
    )
  }
  const Product = () => (
    <Form
      schema={z.custom<ProductValues>()}
      onSubmit={() => {}}
      defaultValues={{ ...newProductValues, price: '48', options, variants }}
    >
      <Variants />
    </Form>
  )
  const router = createMemoryRouter([{ path: '*', Component: Product }])
  render(<RouterProvider router={router} />)
  return (field: keyof VariantValues) => read().variants.map(row => row[field])
}

/** The columns as shown: box, picture, variant, SKU, barcode, price, sale price, stock, content, weight, active. */
const [SKU, PRICE, STOCK, CONTENT, ACTIVE] = [2, 4, 6, 7, 9]
function cell(row: number, column: number): HTMLElement {
  const line = within(screen.getByRole('grid', { name: 'Variants' })).getAllByRole('row')[row + 1]
  return (line && within(line).getAllByRole('gridcell')[column]) as HTMLElement
}
const press = (row: number, column: number, init = {}) =>
  fireEvent.pointerDown(cell(row, column), { button: 0, ...init })
const save = () => fireEvent.submit(screen.getByRole('grid', { name: 'Variants' }).closest('form') as HTMLElement)
const hasFocus = (row: number, column: number) => expect(document.activeElement).toBe(cell(row, column))

describe('the keyboard in the grid of variants', () => {
  it('types over a cell, and goes on with Enter and Tab', async () => {
    const valuesOf = openGrid()
    press(0, PRICE)
    await userEvent.keyboard('49{Enter}52{Tab}39{Shift>}{Tab}{/Shift}')

    expect(valuesOf('price')).toEqual(['49', '52', ''])
    expect(valuesOf('salePrice')).toEqual(['', '39', ''])
    hasFocus(1, PRICE)
  })

  it.each([
    ['{ArrowDown}{ArrowRight}', 2, 5],
    ['{PageDown}', 2, PRICE],
    ['{Control>}{ArrowUp}{ArrowLeft}{/Control}', 0, 0],
    ['{Control>}{ArrowDown}{ArrowRight}{/Control}', 2, ACTIVE],
    ['{Tab}', 1, 5],
    ['{Shift>}{Tab}{/Shift}', 1, 3],
    ['{Home}{End}', 1, ACTIVE],
    ['{Control>}{End}{Home}{/Control}', 0, 0],
  ])('%s goes from the middle to row %d, column %d', async (keys, row, column) => {
    openGrid()
    press(1, PRICE)
    await userEvent.keyboard(keys)

    hasFocus(row, column)
  })

  it('fills a selection down, empties it, moves and selects rows, and turns a switch', async () => {
    const valuesOf = openGrid()
    press(0, STOCK)
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}')
    expect(valuesOf('stock')).toEqual(['1', '1', '3'])
    await userEvent.keyboard('{Delete}{Alt>}{ArrowDown}{/Alt}')
    expect([valuesOf('key'), valuesOf('stock')]).toEqual([
      ['S', 'L', 'M'],
      ['0', '3', '0'],
    ])

    await userEvent.keyboard('{Shift>} {/Shift}{End} ')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Size M' }).checked).toBe(true)
    expect(valuesOf('isActive')).toEqual([true, true, false])
  })

  it('takes over what is typed when another cell is pressed, or the form is saved', async () => {
    const valuesOf = openGrid()
    press(0, PRICE)
    await userEvent.keyboard('49')
    press(1, PRICE)
    await userEvent.keyboard('52')
    save()

    expect(valuesOf('price')).toEqual(['49', '52', ''])
  })

  it('takes over what is typed before another row is dragged above it, or a fill begins', async () => {
    const valuesOf = openGrid()
    press(0, PRICE)
    await userEvent.keyboard('49')
    fireEvent.pointerDown(screen.getAllByTitle('Drag to move, or Alt and an arrow key')[2] as HTMLElement, {
      button: 0,
    })
    fireEvent.pointerOver(cell(0, PRICE))
    fireEvent.pointerUp(window)

    expect([valuesOf('key'), valuesOf('price')]).toEqual([
      ['L', 'S', 'M'],
      ['', '49', ''],
    ])
    expect(within(screen.getByRole('grid', { name: 'Variants' })).queryByRole('textbox')).toBeNull()
    press(1, PRICE)
    await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}55')
    fireEvent.pointerDown(screen.getByTitle('Drag to fill down'), { button: 0 })
    fireEvent.pointerOver(cell(2, PRICE))
    fireEvent.pointerUp(window)
    expect(valuesOf('price')).toEqual(['55', '55', '55'])
  })
})

it('a paste fills cells from the focused one on, and says what did not fit', () => {
  const valuesOf = openGrid()
  press(1, PRICE)
  fireEvent.paste(cell(1, PRICE), { clipboardData: { getData: () => '$1,250.50\t\t8\n52\t40\t9\n54\t\t1' } })

  expect(valuesOf('price')).toEqual(['', '1250.50', '52'])
  expect(valuesOf('salePrice')).toEqual(['', '', '40'])
  expect(valuesOf('stock')).toEqual(['1', '8', '9'])
  expect(screen.getByText('1 row did not fit: there are no more variants.')).toBeTruthy()
})

it('Ctrl Z takes back changes of cells, of several rows and of their order, and no further', async () => {
  const valuesOf = openGrid()
  press(0, STOCK)
  await userEvent.keyboard('9{Enter}')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all variants' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Price of the selected variants' }), '45{Enter}')
  press(2, STOCK)
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect([valuesOf('key'), valuesOf('price'), valuesOf('stock')]).toEqual([
    ['S', 'L', 'M'],
    ['45', '45', '45'],
    ['9', '3', '2'],
  ])

  await userEvent.keyboard('{Control>}z{/Control}')
  expect(valuesOf('key')).toEqual(['S', 'M', 'L'])
  await userEvent.keyboard('{Control>}z{/Control}')
  expect([valuesOf('price'), valuesOf('stock')]).toEqual([
    ['', '', ''],
    ['9', '2', '3'],
  ])
  await userEvent.keyboard('{Control>}zz{/Control}')
  expect(valuesOf('stock')).toEqual(['1', '2', '3'])
})

it('content and weight are typed in the grid, and those of the product where they are empty', async () => {
  const valuesOf = openGrid()
  expect(cell(0, CONTENT).textContent).toBe('as the product')

  press(0, CONTENT)
  await userEvent.keyboard('1 kg{Tab}1040{Enter}')

  expect(valuesOf('content')).toEqual(['1 kg', '', ''])
  expect(valuesOf('weight')).toEqual(['1040', '', ''])
  expect([0, 1].map(row => cell(row, CONTENT + 1).textContent)).toEqual(['1040changed', 'as the product'])
})

it('an error is at its cell, and what someone else has saved beside what is typed', async () => {
  const [first, ...others] = rows
  const variants = [...others, { ...(first ?? newVariant({})), price: '49', theirs: { price: '52' } }]
  openGrid({ variants, errors: { 'variants.1.sku': 'Linen shirt has this SKU.' } })
  await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))

  expect(cell(1, SKU).textContent).toContain('Linen shirt has this SKU.')
  expect(cell(2, PRICE).textContent).toContain('Saved by someone else: 52')
})

it('selected rows get what was typed for them when the form is saved, beside what is typed in a cell', async () => {
  const valuesOf = openGrid()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all variants' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Price of the selected variants' }), '+2')
  press(1, STOCK)
  await userEvent.keyboard('9')
  save()

  expect(valuesOf('price')).toEqual(['50', '50', '50'])
  expect(valuesOf('stock')).toEqual(['1', '9', '3'])
})

describe('the options of a product', () => {
  it('take several values at once, and generate what is missing', async () => {
    const valuesOf = openGrid()
    await userEvent.type(screen.getByRole('textbox', { name: 'Add a value of Size' }), 'XL, s, XXL, xl{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Generate missing combinations (2)' }))
    expect(valuesOf('options')).toEqual(['S', 'M', 'L', 'XL', 'XXL'].map(Size => ({ Size })))
  })
})

describe('the cards of variants on a small screen', () => {
  function openCards() {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    return openGrid()
  }
  const open = (name: string) => userEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }))

  it('can be moved, and selected all at once', async () => {
    const valuesOf = openCards()
    await open('Size S')
    await userEvent.click(screen.getByRole('button', { name: 'Move Size S down' }))
    expect(valuesOf('key')).toEqual(['M', 'S', 'L'])

    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all variants' }))
    await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }))
    expect(valuesOf('isActive')).toEqual([false, false, false])
  })
})
